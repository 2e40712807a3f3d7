const two = (value: number) => String(value).padStart(2, '0')

/** Formats a time as `14:07:42` in the user's time zone. */
export function clockText(timeMs: number): string {
  const date = new Date(timeMs)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** `14:07:42.118`. */
export const clockTextMs = (timeMs: number): string =>
  `${clockText(timeMs)}.${String(new Date(timeMs).getMilliseconds()).padStart(3, '0')}`

/** `14:07`. */
export const minuteText = (timeMs: number): string => clockText(timeMs).slice(0, 5)

const units: readonly (readonly [string, number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
]

/** The age in its largest unit: `35s`, `3m`, `2h`, `5d`. */
export function ageText(fromMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - fromMs) / 1000))
  const unit = units.find(([, size]) => seconds >= size)
  return unit === undefined ? `${seconds}s` : `${Math.floor(seconds / unit[1])}${unit[0]}`
}

/** Formats a size: `0.9 kB`, `74 kB`, `1.4 MB`; under 100 bytes `48 B`. */
export function bytesText(bytes: number): string {
  if (bytes < 100) return `${bytes} B`
  const kilo = bytes / 1000
  if (kilo < 1000) return kilo < 100 ? `${kilo.toFixed(1)} kB` : `${Math.round(kilo)} kB`
  const mega = kilo / 1000
  return mega < 1000 ? `${mega.toFixed(1)} MB` : `${(mega / 1000).toFixed(1)} GB`
}

/** Groups digits by threes with thin spaces: `6 095`. */
export const numberText = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, '\u2009')

/** `1 write`, `5 writes`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`

/** Shortens a text in the middle, so that both ends stay readable. */
export const cutMiddle = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text.slice(0, Math.ceil(max / 2) - 1)}…${text.slice(text.length - Math.floor(max / 2))}`
