import type { Clock } from '#api/clock.ts'

/** The retry limit of the reference's client. */
const retriesMax = 10
const tooManyRequests = 429
const serverFault = 500

/** The parts of a response that decide about a retry. */
interface RetryHints {
  readonly status: number
  /** The value of `Retry-After`; `''` for none. */
  readonly retryAfter: string
}

/**
 * Returns the seconds that a response requests to wait before a retry; `null` if it requests none. Dates are ignored.
 */
function retryAfterSeconds({ status, retryAfter }: RetryHints): number | null {
  if (status !== tooManyRequests && status < serverFault) return null
  return /^[+-]?\d+$/.test(retryAfter) ? Math.max(0, Number(retryAfter)) : null
}

/**
 * Repeats a call until its response does not request a retry, eleven calls were made, or the signal is aborted.
 * `hintsOf` returns `null` for a result that is not a response. [WH10]
 */
export async function callWithRetries<Answer>(
  call: () => Promise<Answer>,
  hintsOf: (answer: Answer) => RetryHints | null,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Answer> {
  for (let retries = 0; ; retries++) {
    const answer = await call()
    const hints = hintsOf(answer)
    const seconds = hints === null ? null : retryAfterSeconds(hints)
    if (seconds === null || retries === retriesMax) return answer
    await pause(seconds * 1000, clock, signal)
    if (signal.aborted) return answer
  }
}

function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const cancel = clock.after(ms, resolve)
    signal.addEventListener(
      'abort',
      () => {
        cancel()
        resolve()
      },
      { once: true },
    )
  })
}
