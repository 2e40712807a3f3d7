import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One thing that a case says, tried. */
export interface Outcome {
  readonly id: string
  readonly result: 'passed' | 'failed' | 'skipped'
  /** What was expected and what came, or why it is skipped. */
  readonly note?: string
}

/** A folder of cases and how they are tried. `run` gives `null` when `dir` has no such folder. */
export interface Family {
  readonly name: string
  /** Share of the cases that must pass for the run to succeed; without it all. */
  readonly share?: number
  readonly run: (dir: string) => Promise<readonly Outcome[] | null>
}

/** The parsed file `name` under `dir`; `null` when it is not there. */
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

/** The message of what `run` throws, or its value. */
export function attempt<Value>(run: () => Value): { readonly value: Value } | { readonly error: string } {
  try {
    return { value: run() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
