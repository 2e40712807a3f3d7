import { errorText } from '#api/error-text.ts'
import type { Clock } from '#api/clock.ts'
import type { JsonObject } from '#api/json.ts'
import { noObserver, type TryResult } from '#server/auth/access-observer.ts'
import { callOut, type Outbound, type OutboundAnswer } from '#server/auth/outbound.ts'
import { readVerdict, type Verdict } from './read-answer.ts'
import type { WebhookConfig } from './webhook-config.ts'

/** As in the reference: five attempts, each pause 1.5 times the previous one, plus up to 20% jitter. */
const retry = { tries: 5, firstMs: 500, factor: 1.5, jitter: 0.2 }

/** Below those attempts, the HTTP client itself retries an answer that has `Retry-After`. */
const retryAfter = { tries: 10, maxMs: 30_000 }

const maxBytes = 1024 * 1024

/** A failed call: the reason, whether a retry may help, and whether it timed out. */
class CallError extends Error {
  readonly again: boolean
  readonly isTimeout: boolean
  constructor(message: string, { again, isTimeout }: { readonly again: boolean; readonly isTimeout: boolean }) {
    super(message)
    this.again = again
    this.isTimeout = isTimeout
  }
}

interface Call {
  readonly outbound: Outbound
  readonly config: WebhookConfig
  readonly review: JsonObject
  /** Returns a number in [0, 1). */
  readonly chance: () => number
}

/** Calls a webhook with retries. @throws Error if no verdict is received. [AZ5] */
export async function callWebhook(call: Call): Promise<Verdict> {
  for (let attempt = 1, pauseMs = retry.firstMs; ; attempt++, pauseMs *= retry.factor) {
    try {
      // Sequential: attempts are separated by pauses.
      return await timed(call, () => ask(call))
    } catch (error) {
      const again = error instanceof CallError && error.again
      if (!again || attempt === retry.tries) {
        failedOpen(call, error)
        throw error
      }
      await sleep(call.outbound.clock, pauseMs * (1 + retry.jitter * call.chance()))
    }
  }
}

const resultOf = (error: unknown): TryResult => (error instanceof CallError && error.isTimeout ? 'timeout' : 'error')

/** Runs one attempt and reports its result and duration. [AM2] */
async function timed({ outbound, config: { name } }: Call, run: () => Promise<Verdict>): Promise<Verdict> {
  const { observer = noObserver } = outbound
  const start = observer.monotonicMs()
  const report = (result: TryResult): void =>
    observer.observe({ type: 'webhook-try', name, result, seconds: (observer.monotonicMs() - start) / 1000 })
  try {
    const verdict = await run()
    report('success')
    return verdict
  } catch (error) {
    report(resultOf(error))
    throw error
  }
}

function failedOpen({ outbound, config: { name, failurePolicy } }: Call, error: unknown): void {
  if (failurePolicy === 'NoOpinion')
    outbound.observer?.observe({ type: 'webhook-fail-open', name, result: resultOf(error) })
}

async function ask({ outbound, config, review }: Call): Promise<Verdict> {
  const url = withTimeout(config.url, config.timeoutMs)
  const headers = { accept: 'application/json, */*', 'content-type': 'application/json', ...config.headers }
  const init = { method: 'POST', headers, body: JSON.stringify(review) }
  for (let attempt = 0; ; attempt++) {
    const answer = await send(outbound, url, init, config.timeoutMs)
    const waitMs = waitOf(answer)
    if (waitMs !== null && attempt < retryAfter.tries) {
      await sleep(outbound.clock, waitMs)
      continue
    }
    if (answer.status >= 200 && answer.status <= 206) return readVerdict(answer, config.version)
    const { status } = answer
    throw new CallError(whyFailed(answer), { again: [429, 500, 504].includes(status), isTimeout: status === 504 })
  }
}

/** Retries broken connections, but not timeouts. */
const send = async (outbound: Outbound, url: string, init: RequestInit, timeoutMs: number): Promise<OutboundAnswer> =>
  callOut(outbound, url, init, { timeoutMs, maxBytes }).catch((error: unknown) => {
    const message = errorText(error)
    throw new CallError(message, {
      again: /reset|ECONNRESET|socket hang up|terminated/i.test(message),
      isTimeout: message.includes(': no answer within '),
    })
  })

function waitOf({ status, headers }: OutboundAnswer): number | null {
  const value = headers.get('retry-after') ?? ''
  if ((status !== 429 && status < 500) || !/^\d{1,6}$/.test(value)) return null
  return Math.min(Number(value) * 1000, retryAfter.maxMs)
}

function whyFailed({ status, text }: OutboundAnswer): string {
  const start = text.slice(0, 200)
  return status >= 500
    ? `an error on the server (${JSON.stringify(start === '' ? 'unknown' : start)}) has prevented the request from succeeding`
    : `the server responded with the status code ${status}${start === '' ? ' but did not return more information' : `: ${start}`}`
}

/** The reference's HTTP client sends its timeout as a query parameter. */
function withTimeout(url: string, timeoutMs: number): string {
  const target = new URL(url)
  target.searchParams.set('timeout', `${timeoutMs / 1000}s`)
  return target.href
}

const sleep = (clock: Clock, ms: number): Promise<void> => new Promise((wake) => void clock.after(ms, wake))
