import { isIPv4 } from 'node:net'
import { DurationError, parseDurationMs } from '#go/duration.ts'

/** Parses a TCP port; `null` for anything else. */
export function parsePort(text: string): number | null {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : null
}

/** Splits a list at its commas; an empty text is an empty list. */
export const wordsOf = (text: string): readonly string[] =>
  text === '' ? [] : text.split(',').map((word) => word.trim())

/** As in the reference, a network holds at least 8 and at most 2^20 addresses. */
export function isServiceNetwork(text: string): boolean {
  const [ip = '', bits = '', ...more] = text.split('/')
  if (more.length > 0 || !isIPv4(ip) || !/^\d{2}$/.test(bits) || Number(bits) < 12 || Number(bits) > 29) return false
  const address = ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return address % 2 ** (32 - Number(bits)) === 0
}

/** Parses a Go duration such as `40s` or `1h30m` to milliseconds; `null` for invalid or negative ones. */
export function readDurationMs(text: string): number | null {
  try {
    const ms = parseDurationMs(text)
    return ms < 0 ? null : ms
  } catch (error) {
    if (error instanceof DurationError) return null
    throw error
  }
}
