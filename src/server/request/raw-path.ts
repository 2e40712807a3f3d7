import { memoOfTexts } from '#api/caching/memo.ts'
import { parseQuery } from '#go/query-string.ts'

/** Path and query of a request, as sent by the client if the host provides them. */
export interface RawTarget {
  /** The path with percent-encoding. */
  readonly rawPath: string
  /** The percent-decoded path. Bytes that are not UTF-8 become U+FFFD. */
  readonly path: string
  readonly query: URLSearchParams
  /** Path and query for display. */
  readonly url: string
}

/**
 * Splits the target of a request. `rawTarget` (path and query as received) is needed because `new Request` resolves dot
 * segments, so that authorization and routing would process another resource than the client sent. [RQ2]
 */
export function parseTarget(requestUrl: string, rawTarget: string | undefined): RawTarget {
  const target = rawTarget ?? requestUrl.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  const mark = target.indexOf('?')
  const rawPath = mark < 0 ? target : target.slice(0, mark)
  const search = mark < 0 ? '' : target.slice(mark + 1)
  return {
    rawPath: rawPath === '' ? '/' : rawPath,
    path: decodePath(rawPath === '' ? '/' : rawPath),
    query: search === '' ? new URLSearchParams() : readQuery(withBareDryRun(search)),
    url: target === '' ? '/' : target,
  }
}

/**
 * Parses a query as Go does: a pair with a semicolon or an invalid escape is dropped; `URLSearchParams` would keep it.
 * [RQ5]
 */
export const readQuery = (search: string): URLSearchParams =>
  new URLSearchParams(
    (search.length > SHORT_QUERY_MAX ? parseQuery : parseShortQuery)(search).pairs.map(([name, value]) => [
      name,
      value,
    ]),
  )

/** Longer queries, such as those of pages, are not remembered: each is sent once. */
const SHORT_QUERY_MAX = 100
const parseShortQuery = memoOfTexts(500, parseQuery)

/** Handles `?dryRun` without a value, which requests a dry run; `?dryRun=` does not. [DR1] */
const withBareDryRun = (search: string): string =>
  search.includes('dryRun')
    ? search
        .split('&')
        .map((part) => (part === 'dryRun' ? 'dryRun=All' : part))
        .join('&')
    : search

const badEscape = /%(?![0-9a-f]{2})/i

/** True if Go's HTTP server refuses the path before any handler: `%` is not followed by two hexadecimal digits. [RQ2] */
export const isMalformed = ({ rawPath }: RawTarget): boolean => rawPath.includes('%') && badEscape.test(rawPath)

function decodePath(rawPath: string): string {
  if (!rawPath.includes('%')) return rawPath
  try {
    return decodeURIComponent(rawPath)
  } catch {
    // Not UTF-8: decode one escape at a time, with replacement characters.
    const bytes = new TextEncoder().encode(rawPath)
    return new TextDecoder().decode(unescapeBytes(bytes))
  }
}

function unescapeBytes(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const hex = String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)
    if (byte === 0x25 && /^[0-9a-fA-F]{2}$/.test(hex)) {
      out.push(Number.parseInt(hex, 16))
      at += 2
    } else out.push(byte)
  }
  return Uint8Array.from(out)
}
