import type { Clock } from '#api/clock.ts'

/** As the reference's client: so often is a call made again. */
const retriesMax = 10
const tooManyRequests = 429
const serverFault = 500

/** What an answer says of itself, as far as waiting goes. */
interface Told {
  readonly status: number
  /** The header; `''` for none. */
  readonly retryAfter: string
}

/** Seconds that an answer asks its reader to wait before the next call; `null` where it does not. Dates don't count. */
function askedToWait({ status, retryAfter }: Told): number | null {
  if (status !== tooManyRequests && status < serverFault) return null
  return /^[+-]?\d+$/.test(retryAfter) ? Math.max(0, Number(retryAfter)) : null
}

/**
 * Calls until an answer does not ask to be called later, at most eleven times, or until nobody waits for it any more.
 * `toldBy` is `null` for what is no answer. [WH10]
 */
export async function callPatiently<Answer>(
  call: () => Promise<Answer>,
  toldBy: (answer: Answer) => Told | null,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Answer> {
  for (let retries = 0; ; retries++) {
    const answer = await call()
    const told = toldBy(answer)
    const seconds = told === null ? null : askedToWait(told)
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
