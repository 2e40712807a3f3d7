import fc from 'fast-check'
import { test } from 'vitest'

/** The total search time, which `src/tools/fuzz.mjs` sets. */
const secondsInAll = Number(process.env.ORCHARD_FUZZ_SECONDS ?? 0)
const isLong = secondsInAll > 0
/** Each search ends after this many inputs, however long they take; 0 lets the time decide. */
const inputs = Number(process.env.ORCHARD_FUZZ_INPUTS ?? 0)
const seed = Number(process.env.ORCHARD_FUZZ_SEED ?? 1)
/** Approximate number of searches, among which the time is divided. */
const searchCount = 30
const milliseconds = isLong ? (secondsInAll * 1000) / searchCount : 6000
const timeLimit = inputs > 0 ? 24 * 3_600_000 : milliseconds

/**
 * Runs one search: `check` must pass for every value. Fails with the smallest counterexample and the seed to reproduce
 * it.
 */
export function search<Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<void> | void,
  runs = 400,
): void {
  test(
    name,
    async () => {
      let count = 0
      await fc.assert(
        fc.asyncProperty(values, async (value) => {
          count++
          await check(value)
        }),
        {
          seed,
          numRuns: inputs > 0 ? inputs : isLong ? 1_000_000_000 : runs,
          interruptAfterTimeLimit: timeLimit,
          // The time limit ends a search and is not a failure.
          markInterruptAsFailure: false,
        },
      )
      process.stdout.write(`fuzz: ${name}: ${count} inputs\n`)
    },
    timeLimit * 3 + 60_000,
  )
}

/** Returns the result, or `null` if `run` throws an expected error. Rethrows other errors. */
export function unlessRefused<Result>(
  run: () => Result,
  ...refusals: readonly (abstract new (...args: never[]) => Error)[]
): Result | null {
  try {
    return run()
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return null
    throw error
  }
}
