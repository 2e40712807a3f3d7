import { expect, test } from 'vitest'
import type { ManifestProblem, ProblemCode } from '#manifest/problem.ts'
import { likelyFix } from './likely-fix.ts'
import { problemText, withServerProblems } from './server-problems.ts'

const problem = (code: ProblemCode, path: string, message: string, start = 0): ManifestProblem => ({
  code,
  at: path.split('.'),
  path,
  message,
  range: { start, end: start + 1 },
  start: { line: 1, column: start + 1 },
  end: { line: 1, column: start + 2 },
  fixes: [],
})
const rename = (start: number, end: number, text: string) => ({
  title: `Rename to ${text}`,
  edits: [{ range: { start, end }, text }],
})

test('[YE11] the server words a problem that both found, and problems are in the order of the text', () => {
  const local = [
    problem('value', 'spec.type', 'unsupported value', 9),
    problem('unknown', 'spec.a', 'unknown field', 4),
  ]
  const server = [problem('value', 'spec.type', 'Unsupported value', 9), problem('refused', 'spec.b', 'Invalid', 6)]
  expect(withServerProblems(local, server).map(({ message }) => message)).toEqual([
    'unknown field',
    'Invalid',
    'Unsupported value',
  ])
})

test('[YE11] a mark names its field once', () => {
  expect(problemText(problem('unknown', 'spec.a', 'unknown field "spec.a"'))).toBe('unknown field "spec.a"')
  expect(problemText(problem('type', 'spec.a', 'must be an integer'))).toBe('spec.a: must be an integer')
})

test('[YE13] all unknown fields are renamed, or none when one has no likely name', () => {
  const one = { ...problem('unknown', 'replicaz', ''), fixes: [rename(0, 8, 'replicas')] }
  const two = { ...problem('unknown', 'pausd', ''), fixes: [rename(12, 17, 'paused')] }
  const text = 'replicaz: 3\npausd: true'
  expect(likelyFix(text, [one])).toEqual({ text: 'replicas: 3\npausd: true', title: 'Rename to replicas' })
  expect(likelyFix(text, [one, two])).toEqual({ text: 'replicas: 3\npaused: true', title: 'Rename 2 fields' })
  expect(likelyFix(text, [one, problem('unknown', 'zzz', '')])).toBeNull()
  expect(likelyFix(text, [])).toBeNull()
})
