import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startHost } from '#testing/memory-clusters.ts'
import { isSameKind, playCase } from './play-case.ts'
import { exchangeOf, type RecordedCase } from './recorded-case.ts'

const recorded = (path: string): RecordedCase =>
  JSON.parse(
    readFileSync(new URL(`../semantics/data/conformance/recordings/${path}.json`, import.meta.url), 'utf8'),
  ) as RecordedCase

test('[UPS4] a recorded case is played up to a step, with the values of its own answers, and answered alike', async () => {
  const { send } = await startHost()
  const namespace = 's-test-abc123'
  const played = recorded('crud/crud-update-system-fields')
  const last = played.steps.length - 1
  const answers = await playCase(played, {
    step: last,
    namespace,
    send: (path, { method = 'GET', body, headers }) =>
      send(
        method,
        path,
        typeof body === 'string' ? (JSON.parse(body) as object) : undefined,
        Object.fromEntries(new Headers(headers)),
      ),
  })
  expect(answers).toHaveLength(played.steps.length)
  const kinds = played.steps.map((step, at) => exchangeOf(step, played.results[at] ?? {}))
  for (const [at, answer] of answers.entries()) {
    const theirs = kinds[at] ?? null
    expect(answer === null).toBe(theirs === null)
    if (answer === null || theirs === null) continue
    expect(answer.target).not.toContain('{')
    expect(isSameKind(theirs, answer, namespace), `step ${at}`).toBe(true)
  }
  const [first] = answers
  const [created] = kinds
  if (first === undefined || first === null || created === undefined || created === null) throw new Error('no answer')
  expect(isSameKind(created, { ...first, status: 409 }, namespace)).toBe(false)
})
