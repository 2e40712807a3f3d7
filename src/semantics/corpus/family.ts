import { errorText } from '#api/error-text.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The result of one check of a case. */
export interface Outcome {
  readonly id: string
  readonly result: 'passed' | 'failed' | 'skipped'
  /** The expected and the actual value, or the reason for skipping. */
  readonly note?: string
}

/** A folder of cases and the function that checks them. `run` returns `null` if `dir` has no such folder. */
export interface Family {
  readonly name: string
  /** The share of cases that must pass, from 0 to 1. Default: all. */
  readonly share?: number
  readonly run: (dir: string) => Promise<readonly Outcome[] | null>
}

/** Returns the parsed file `name` under `dir`; `null` if it does not exist. */
export function readCases<Cases>(dir: string, name: string): Cases | null {
  const path = join(dir, name)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Cases) : null
}

/** Compares two values as JSON with sorted keys. */
export function judge(id: string, actual: unknown, expected: unknown): Outcome {
  const [got, wanted] = [sortedText(actual), sortedText(expected)]
  return got === wanted ? { id, result: 'passed' } : { id, result: 'failed', note: `expected ${wanted}, got ${got}` }
}

const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'undefined'

/** Returns the value of `run`, or the message of the error that it throws. */
export function attempt<Value>(run: () => Value): { readonly value: Value } | { readonly error: string } {
  try {
    return { value: run() }
  } catch (error) {
    return { error: errorText(error) }
  }
}
