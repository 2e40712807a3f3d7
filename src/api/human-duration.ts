const pair = (first: number, firstUnit: string, second: number, secondUnit: string): string =>
  second === 0 ? `${first}${firstUnit}` : `${first}${firstUnit}${second}${secondUnit}`

/**
 * Formats an age with two or three significant figures, as in the AGE column of tables: `5m30s`, `2d4h`. `ageMs` is
 * in milliseconds; less than minus one second is `<invalid>`.
 */
export function humanDuration(ageMs: number): string {
  const seconds = Math.trunc(ageMs / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 120) return `${Math.max(0, seconds)}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm')
  return hours < 48 ? `${hours}h` : daysText(hours)
}

function daysText(hours: number): string {
  const days = Math.floor(hours / 24)
  if (days < 8) return pair(days, 'd', hours % 24, 'h')
  if (days < 365 * 2) return `${days}d`
  const years = Math.floor(days / 365)
  return years < 8 ? pair(years, 'y', days % 365, 'd') : `${years}y`
}
