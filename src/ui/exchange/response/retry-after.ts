import type { Status } from '#api/status.ts'
import type { ReceivedAnswer } from '#ui/exchange/answer.ts'

type Arrived = Pick<ReceivedAnswer, 'headers' | 'startMs' | 'headMs'>

/**
 * Returns the moment, in milliseconds, from which the server wants a refused request again: by its Retry-After header, else by
 * its Status. 0 for other refusals than 429 and 503, and without such a time. [EX8]
 */
export function retryFrom({ headers, startMs, headMs }: Arrived, { code, details }: Status): number {
  if (code !== 429 && code !== 503) return 0
  const header = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? ''
  const seconds = /^[0-9]{1,6}$/.test(header) ? Number(header) : (details?.retryAfterSeconds ?? 0)
  return seconds > 0 ? startMs + headMs + seconds * 1000 : 0
}

/** The whole seconds until a moment, at least 0. */
export const secondsUntil = (moment: number, now: number): number => Math.max(0, Math.ceil((moment - now) / 1000))
