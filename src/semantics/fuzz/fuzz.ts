import fc from 'fast-check'
import { test } from 'vitest'

/** How far to look: `src/tools/fuzz.mjs` says so. */
const secondsInAll = Number(process.env.ORCHARD_FUZZ_SECONDS ?? 0)
const isLong = secondsInAll > 0
const seed = Number(process.env.ORCHARD_FUZZ_SEED ?? 1)
const filter = process.env.ORCHARD_FUZZ_ONLY ?? ''
/** About how many searches there are; the hour is parted among them. */
const searchCount = 30
const milliseconds = isLong ? (secondsInAll * 1000) / searchCount : 6000

/** One search: `check` must hold of every value. Fails with the smallest value found and the seed to find it again. */
export function search<Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<void> | void,
  runs = 400,
): void {
  if (!name.includes(filter)) return
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
          numRuns: isLong ? 1_000_000_000 : runs,
          interruptAfterTimeLimit: milliseconds,
          // Time ends a search; too little of it is no failure.
          markInterruptAsFailure: false,
        },
      )
      process.stdout.write(`fuzz: ${name}: ${count} inputs\n`)
    },
    milliseconds * 3 + 60_000,
  )
}

/** The result, or `null` where `run` refuses as it may. Every other error goes on. */
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
