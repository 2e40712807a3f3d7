import { expect } from '@playwright/test'
import { configMaps, openPage, request } from './api-page.ts'
import { test } from './page-test.ts'

/** ORCHARD_KILLS=200 kills more often. `npm run kills` kills a served process hundreds of times. */
const ROUNDS = Number(process.env['ORCHARD_KILLS'] ?? 15)
const WRITERS = 8
/** ORCHARD_SEED repeats the kills of an earlier run, as far as the timing of the machine allows. */
const seed = Number(process.env['ORCHARD_SEED'] ?? Date.now() % 1_000_000)

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface KillState {
  workers: Worker[]
  acknowledged: string[]
  /** The number of workers that had been started when the newest acknowledged write began. */
  servedBy: number
  writing: boolean
  finished: Promise<unknown>
}

test(`[HO5] ${ROUNDS} kills of the worker during writes lose no acknowledged write`, async ({ page }) => {
  test.setTimeout(60_000 + ROUNDS * 20_000)
  test.info().annotations.push({ type: 'seed', description: String(seed) })
  const random = randomFrom(seed)
  await page.addInitScript(() => {
    const state = window as typeof window & KillState
    state.workers = []
    const Real = window.Worker
    window.Worker = class extends Real {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args)
        // The editor has workers, too.
        if (args[1]?.name === 'orchard') state.workers.push(this)
      }
    }
  })
  await openPage(page, '?worker=dedicated&transport=direct')

  await page.evaluate(
    ([path, writers]) => {
      const state = window as typeof window & KillState
      state.acknowledged = []
      state.servedBy = 0
      state.writing = true
      let count = 0
      const write = async (): Promise<void> => {
        while (state.writing) {
          const name = `kill-${count++}`
          const body = JSON.stringify({
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name },
            data: { x: 'y'.repeat(900) },
          })
          const headers = { 'content-type': 'application/json' }
          const started = state.workers.length
          const response = await fetch(path, { method: 'POST', headers, body }).catch(() => null)
          if (response?.status === 201) {
            const { metadata } = (await response.json()) as { metadata: { resourceVersion: string } }
            state.acknowledged.push(`${name}@${metadata.resourceVersion}`)
            state.servedBy = Math.max(state.servedBy, started)
          }
        }
      }
      state.finished = Promise.all(Array.from({ length: writers }, write))
    },
    [configMaps, WRITERS] as const,
  )
  for (let round = 0; round < ROUNDS; round++) {
    // The newest worker serves. A worker that dies before its first word is replaced only after ten seconds.
    await page.waitForFunction(
      (killed) => {
        const { workers, servedBy } = window as typeof window & KillState
        return workers.length > killed && servedBy === workers.length
      },
      round,
      { polling: 20 },
    )
    await page.waitForTimeout(random() * 40)
    await page.evaluate(() => (window as typeof window & KillState).workers.at(-1)?.terminate())
  }
  await page.evaluate(async () => {
    const state = window as typeof window & KillState
    state.writing = false
    await state.finished
  })

  const acknowledged = await page.evaluate(() => (window as typeof window & KillState).acknowledged)
  const { body } = await request(page, configMaps)
  const items = body['items'] as readonly { metadata: { name: string; resourceVersion: string } }[]
  const present = new Set(items.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`))
  expect(acknowledged.length).toBeGreaterThan(ROUNDS)
  expect(
    acknowledged.filter((write) => !present.has(write)),
    `lost with ORCHARD_SEED=${seed}`,
  ).toEqual([])
  expect(new Set(items.map(({ metadata }) => metadata.resourceVersion)).size).toBe(items.length)
})
