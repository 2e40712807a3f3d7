import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Status } from '#api/status.ts'
import { explain } from './explanation.ts'

const recordings = fileURLToPath(new URL('../../../semantics/data/conformance/recordings', import.meta.url))

function* statusesIn(value: unknown): Generator<Status> {
  if (typeof value === 'string') {
    if (value.includes('"Failure"')) for (const line of value.split('\n')) yield* statusesIn(parsed(line))
  } else if (typeof value === 'object' && value !== null) {
    if ('kind' in value && value.kind === 'Status' && 'status' in value && value.status === 'Failure')
      yield value as Status
    for (const inner of Object.values(value)) yield* statusesIn(inner)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // A line of a stream that was cut is no Status.
    return null
  }
}

/** Every refusal that the recordings contain. */
function recordedRefusals(): readonly Status[] {
  const files = readdirSync(recordings, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) => [...statusesIn(JSON.parse(readFileSync(join(recordings, name), 'utf8')))])
}

const kindsOf = ({ code, reason = 'none', details }: Status): readonly string[] => {
  const causes = details?.causes ?? []
  const types = causes.length === 0 ? ['none'] : causes.map((one) => one.reason ?? 'none')
  return types.map((type) => `${code} ${reason} ${type}`)
}

test('[EX5] each code, reason and cause type of the recordings has an explanation of its own', () => {
  const refusals = recordedRefusals()
  const kinds = new Set(refusals.flatMap(kindsOf))
  // 26 kinds in 607 recordings; fewer mean that this test no longer reads them.
  expect(kinds.size).toBeGreaterThanOrEqual(26)
  const unexplained = refusals.filter((status) => {
    const { id, what } = explain(status)
    return id === 'other' || what.includes('a rule is broken') || what.includes('rules are broken')
  })
  expect(unexplained.map((status) => `${kindsOf(status).join('; ')}: ${status.message}`)).toEqual([])
})

test('[EX5] recorded refusals are told apart: no card explains more than one code', () => {
  const codes = new Map<string, Set<number>>()
  for (const status of recordedRefusals()) {
    const { id } = explain(status)
    codes.set(id, (codes.get(id) ?? new Set()).add(status.code ?? 0))
  }
  const shared = [...codes]
    // A policy chooses the reason of its refusal.
    .filter(([id, set]) => set.size > 1 && !id.startsWith('policy-'))
    .map(([id, set]) => `${id}: ${[...set].toSorted().join(', ')}`)
  expect(shared).toEqual([])
  expect(codes.size).toBeGreaterThanOrEqual(25)
})
