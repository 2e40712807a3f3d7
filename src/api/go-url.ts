import { quoteGo } from './field-error.ts'

/** The parts of a URL as Go's `net/url` reads them: much that a browser would mend is taken as it stands. */
export interface GoUrl {
  readonly scheme: string
  /** `''` for none. */
  readonly userInfo: string
  /** With the port. */
  readonly host: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly fragment: string
}

/** A URL's parts, or Go's words for why it is none: `parse "x": missing protocol scheme`. */
export function parseGoUrl(text: string): GoUrl | string {
  const bad = (why: string): string => `parse ${quoteGo(text)}: ${why}`
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(text)) return bad('net/url: invalid control character in URL')
  const [beforeFragment, fragment] = cut(text, '#')
  const { scheme, rest: afterScheme, missing } = readScheme(beforeFragment)
  if (missing) return bad('missing protocol scheme')
  const [rest, query] = cut(afterScheme, '?')
  if (scheme === '' && !rest.startsWith('/') && (rest.split('/', 1)[0] ?? '').includes(':'))
    return bad('first path segment in URL cannot contain colon')
  const badEscape = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(rest + fragment)
  if (badEscape !== null) return bad(`invalid URL escape ${quoteGo(badEscape[0])}`)
  if (!rest.startsWith('//')) return { scheme, userInfo: '', host: '', path: rest, query, fragment }
  const authority = rest.slice(2).split('/', 1)[0] ?? ''
  const at = authority.lastIndexOf('@')
  const host = authority.slice(at + 1)
  const badHost = hostProblem(host)
  if (badHost !== '') return bad(badHost)
  return {
    scheme,
    userInfo: at < 0 ? '' : authority.slice(0, at),
    host,
    path: rest.slice(2 + authority.length),
    query,
    fragment,
  }
}

function cut(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function readScheme(text: string): { readonly scheme: string; readonly rest: string; readonly missing: boolean } {
  if (text.startsWith(':')) return { scheme: '', rest: text, missing: true }
  const found = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)
  if (found === null) return { scheme: '', rest: text, missing: false }
  return { scheme: (found[1] ?? '').toLowerCase(), rest: text.slice(found[0].length), missing: false }
}

function hostProblem(host: string): string {
  const port = /^\[[^\]]*\](.*)$/.exec(host)?.[1] ?? (host.includes(':') ? host.slice(host.lastIndexOf(':')) : '')
  if (!/^(:[0-9]*)?$/.test(port)) return `invalid port ${quoteGo(port)} after host`
  const odd = /[ "<>^`{|}\\]/.exec(host)
  return odd === null ? '' : `invalid character ${quoteGo(odd[0])} in host name`
}
