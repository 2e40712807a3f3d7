import { clockText } from '#ui/model/words.ts'

/** Returns the token in a pasted text: blanks, line ends and the scheme of an Authorization header are no part of it. [CB6] */
export const pastedToken = (text: string): string =>
  text.replaceAll(/\s+/g, '').replace(/^(?:Authorization:)?Bearer/i, '')

const DAY_S = 86_400
/** The last second that a date can have. */
const SECONDS_MAX = 8.64e12

/** Formats a relative time: `in 59 min`, `3 s ago`. */
function distance(seconds: number): string {
  if (seconds === 0) return 'now'
  const size = Math.abs(seconds)
  const [unit, length] =
    size < 90 ? ['s', 1] : size < 5400 ? ['min', 60] : size < 2 * DAY_S ? ['h', 3600] : ['days', DAY_S]
  const words = `${Math.round(size / Number(length)).toLocaleString('en')} ${unit}`
  return seconds >= 0 ? `in ${words}` : `${words} ago`
}

/** The time of a claim such as `exp` and its distance from now; of another day the date. [CB6] */
export function timeOfClaim(value: number, nowMs: number): { readonly at: string; readonly distance: string } {
  if (Math.abs(value) > SECONDS_MAX) return { at: String(value), distance: 'no time that a date can have' }
  const seconds = Math.round(value - nowMs / 1000)
  const isNear = Math.abs(seconds) < DAY_S
  return {
    at: isNear ? clockText(value * 1000) : new Date(value * 1000).toISOString().replace(/T.*/, ''),
    distance: distance(seconds),
  }
}
