import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type Cassette,
  cassetteHead,
  CassetteError,
  cassetteLine,
  parseCassette,
  type Track,
} from '#record/cassette.ts'
import type { FetchHandler } from '#node/http/fetch-handler.ts'
import { type HttpHost, listen } from '#node/http/http-host.ts'
import { parseCommandLine } from '#node/command-line.ts'
import { openCassette } from './cassette-writer.ts'
import { replayHandler } from './replay-handler.ts'

const endings: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

async function serve(handle: FetchHandler): Promise<string> {
  const host: HttpHost = await listen({ handle, host: '127.0.0.1', port: 0, report: () => undefined })
  endings.push(() => host.close(0))
  return `http://127.0.0.1:${host.address.port}`
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const pods = '/api/v1/pods'
const list: Track = {
  method: 'GET',
  target: `${pods}?limit=500`,
  status: 200,
  contentType: 'application/json',
  atMs: 0,
  chunks: [{ atMs: 3, bytes: base64('{"items":[]}') }],
  endMs: 4,
}
const watch: Track = {
  ...list,
  target: `${pods}?watch=1&resourceVersion=7`,
  atMs: 10,
  chunks: [
    { atMs: 20, bytes: base64('one\n') },
    { atMs: 60_000, bytes: base64('two\n') },
  ],
  endMs: null,
}
const cassette: Cassette = { tracks: [list, watch] }

test('[RCD6] what clients see is written with its times, and read back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-cassette-'))
  endings.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.cassette')
  let now = 100
  const writer = openCassette(path, () => (now += 5))
  const base = await serve(
    writer.record(async ({ method }) =>
      method === 'DELETE'
        ? new Response(null, { status: 204 })
        : new Response('{"kind":"Pod"}', { status: 201, headers: { 'content-type': 'application/json' } }),
    ),
  )
  expect(await (await fetch(`${base}${pods}`, { method: 'POST', body: '{}' })).json()).toEqual({ kind: 'Pod' })
  expect((await fetch(`${base}${pods}/a`, { method: 'DELETE' })).status).toBe(204)
  await writer.close()

  const { tracks } = parseCassette(readFileSync(path, 'utf8'))
  expect(tracks.map(({ method, target, status }) => [method, target, status])).toEqual([
    ['POST', pods, 201],
    ['DELETE', `${pods}/a`, 204],
  ])
  expect(tracks[0]?.chunks.map(({ bytes }) => Buffer.from(bytes, 'base64').toString())).toEqual(['{"kind":"Pod"}'])
  expect(tracks.every(({ atMs, endMs }) => endMs !== null && endMs > atMs)).toBe(true)
})

test('[RCD6] a file that breaks off is read to its last line; one that is no cassette is refused with the line', () => {
  const { chunks, endMs: _endMs, ...track } = list
  const whole = cassetteHead + cassetteLine({ type: 'track', id: 1, ...track })
  const chunk = cassetteLine({ type: 'chunk', id: 1, atMs: 3, bytes: chunks[0]?.bytes ?? '' })
  expect(parseCassette(`${whole}${chunk}{"type":"ch`).tracks[0]).toMatchObject({ chunks, endMs: null })
  const wrong: readonly (readonly [string, string])[] = [
    ['', 'line 1'],
    ['{"format":"other"}\n', 'line 1'],
    [`${cassetteHead}[]\n`, 'line 2'],
    [`${whole}{"type":"chunk","id":9,"atMs":1,"bytes":""}\n`, 'line 3'],
    [`${whole}{"type":"song","id":1,"atMs":1}\n`, 'line 3'],
    [whole + whole.slice(cassetteHead.length), 'line 3'],
    [
      `${cassetteHead}{"type":"track","id":1,"method":"GET","target":"x","status":200,"contentType":"","atMs":0}\n`,
      'line 2',
    ],
  ]
  for (const [text, line] of wrong) {
    expect(() => parseCassette(text)).toThrow(CassetteError)
    expect(() => parseCassette(text)).toThrow(line)
  }
})

test('[RCD7] each answer is given once, in order, whatever version a client asks from', async () => {
  const second = { ...list, chunks: [{ atMs: 3, bytes: base64('{"items":[1]}') }] }
  const { handle } = replayHandler({ tracks: [list, second] }, 1)
  const base = await serve(handle)
  const read = async (query: string) => (await fetch(`${base}${pods}?${query}`)).json()

  expect(await read('resourceVersion=0&limit=500')).toEqual({ items: [] })
  expect(await read('limit=500')).toEqual({ items: [1] })
  expect(await read('limit=500')).toEqual({ items: [1] })
  const missing = await fetch(`${base}/api/v1/nodes`)
  expect([missing.status, await missing.json()]).toEqual([
    404,
    expect.objectContaining({ message: 'this cassette has no answer to GET /api/v1/nodes' }),
  ])
})

test('[RCD7] a stream is delivered event by event, and stays open if it was', async () => {
  const player = replayHandler(cassette, 'step')
  const base = await serve(player.handle)
  const response = await fetch(`${base}${pods}?watch=1&resourceVersion=3`)
  const reader = response.body?.getReader()
  const text = async (): Promise<string> => Buffer.from((await reader?.read())?.value ?? []).toString()
  const step = async (): Promise<unknown> => (await fetch(`${base}/replay/step`, { method: 'POST' })).json()

  await vi.waitUntil(() => player.step() > 0)
  expect(await text()).toBe('one\n')
  await vi.waitUntil(() => player.step() > 0)
  expect(await text()).toBe('two\n')
  let isOver = false
  void reader?.read().finally(() => (isOver = true))
  await step()
  expect(isOver).toBe(false)
  await reader?.cancel()
})

test('[RCD7] a stream keeps its recorded pauses, divided by the speed', async () => {
  vi.useFakeTimers()
  endings.push(() => void vi.useRealTimers())
  const { handle } = replayHandler(cassette, 10)
  const request = new Request(`http://a${watch.target}`)
  const response = await handle(request, { rawHeaders: [], rawTarget: watch.target, peer: { type: 'none' } })
  const reader = response.body?.getReader()
  const first = reader?.read()
  await vi.advanceTimersByTimeAsync(1)
  expect(Buffer.from((await first)?.value ?? []).toString()).toBe('one\n')
  let second = ''
  void reader?.read().then(({ value }) => (second = Buffer.from(value ?? []).toString()))

  await vi.advanceTimersByTimeAsync(5_990)
  expect(second).toBe('')
  await vi.advanceTimersByTimeAsync(10)
  expect(second).toBe('two\n')
})

test('[RCD7] the command line takes a file, a port and a speed', () => {
  const optionsOf = (...args: readonly string[]): unknown => parseCommandLine(['replay', ...args])
  expect(optionsOf('a', '--speed', '10x', '--port', '0')).toEqual({
    type: 'replay',
    options: { file: 'a', port: 0, speed: 10 },
  })
  expect(optionsOf('a', '--speed', 'step')).toMatchObject({ options: { speed: 'step', port: 8090 } })
  for (const args of [[], ['a', 'b'], ['a', '--speed', '0'], ['a', '--speed', 'fast'], ['a', '--port', 'x']])
    expect(optionsOf(...args)).toMatchObject({ type: 'wrong' })
})
