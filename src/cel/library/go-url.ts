import { quoteGo } from '#api/field-error.ts'

/** A URL as Go's `net/url` reads it: looser than browsers, and nothing is made nicer. */
export interface GoUrl {
  readonly scheme: string
  /** With the port, and brackets around an IPv6 address. */
  readonly host: string
  readonly path: string
  readonly query: string
  readonly text: string
}

/** What Go says of a text that is no URL. */
export class UrlError extends Error {}

const control = /[\0-\x1f\x7f]/ // eslint-disable-line no-control-regex

/**
 * As Go's `url.ParseRequestURI`: the URL must be absolute or begin with a slash. Fragments are then cut off.
 * @throws UrlError `parse "…": …`
 */
export function parseRequestUri(text: string): GoUrl {
  const fail = (why: string): UrlError => new UrlError(`parse ${quoteGo(text)}: ${why}`)
  if (control.test(text)) throw fail('net/url: invalid control character in URL')
  if (text === '') throw fail('empty url')
  if (text === '*') return { scheme: '', host: '', path: '*', query: '', text }
  const { scheme, rest } = splitScheme(text, fail)
  const [beforeQuery, ...queries] = rest.split('?')
  const before = beforeQuery ?? ''
  if (!before.startsWith('/')) {
    if (scheme === '') throw fail('invalid URI for request')
    return { scheme, host: '', path: '', query: withoutFragment(queries.join('?')), text }
  }
  const { host, path } = splitHost(before, { scheme, fail })
  checkEscapes(path, fail)
  return {
    scheme,
    host,
    path: withoutFragment(path),
    query: path.includes('#') ? '' : withoutFragment(queries.join('?')),
    text,
  }
}

type Fail = (why: string) => UrlError

const withoutFragment = (part: string): string => part.split('#')[0] ?? ''

function splitScheme(text: string, fail: Fail): { readonly scheme: string; readonly rest: string } {
  if (text.startsWith(':')) throw fail('missing protocol scheme')
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s.exec(text)
  if (match === null) {
    const first = text.split('/')[0] ?? ''
    if (/^[^A-Za-z/?#]/.test(first) && first.includes(':')) throw fail('first path segment in URL cannot contain colon')
    return { scheme: '', rest: text }
  }
  return { scheme: (match[1] ?? '').toLowerCase(), rest: match[2] ?? '' }
}

interface HostContext {
  readonly scheme: string
  readonly fail: Fail
}

function splitHost(before: string, { scheme, fail }: HostContext): { readonly host: string; readonly path: string } {
  const hasAuthority =
    before.startsWith('//') && !before.startsWith('///') && (scheme !== '' || !before.startsWith('///'))
  if (!hasAuthority || scheme === '')
    return { host: '', path: before.startsWith('///') && scheme !== '' ? before.slice(2) : before }
  const slash = before.indexOf('/', 2)
  const authority = slash < 0 ? before.slice(2) : before.slice(2, slash)
  const path = slash < 0 ? '' : before.slice(slash)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const user = authority.slice(0, authority.length - host.length)
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) throw fail('net/url: invalid userinfo')
  checkHost(host, fail)
  return { host, path }
}

function checkHost(host: string, fail: Fail): void {
  if (host.startsWith('[')) {
    const close = host.lastIndexOf(']')
    if (close < 0) throw fail("missing ']' in host")
    checkPort(host.slice(close + 1), fail)
    return
  }
  const colon = host.lastIndexOf(':')
  if (colon >= 0) checkPort(host.slice(colon), fail)
  const wrong = /[^A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\uffff]/.exec(host)
  if (wrong !== null) throw fail(`invalid character ${quoteGo(wrong[0])} in host name`)
  const escape = /%(?![89A-Fa-f][0-9A-Fa-f])/.exec(host)
  if (escape !== null) throw fail(`invalid URL escape ${quoteGo(host.slice(escape.index, escape.index + 3))}`)
}

function checkPort(port: string, fail: Fail): void {
  if (port !== '' && !/^:\d*$/.test(port)) throw fail(`invalid port ${quoteGo(port)} after host`)
}

function checkEscapes(path: string, fail: Fail): void {
  const wrong = /%(?![0-9A-Fa-f]{2})/.exec(path)
  if (wrong !== null) throw fail(`invalid URL escape ${quoteGo(path.slice(wrong.index, wrong.index + 3))}`)
}

/** The host without port and brackets. */
export function hostnameOf({ host }: GoUrl): string {
  const bracketed = /^\[(.*)\]/.exec(host)
  if (bracketed !== null) return bracketed[1] ?? ''
  return host.replace(/:\d*$/, '')
}

export const portOf = ({ host }: GoUrl): string => /:(\d*)$/.exec(host)?.[1] ?? ''

const encoder = new TextEncoder()
const plainInPath = /^[A-Za-z0-9\-._~$&+,/:;=@!'()*%[\]]$/

/** The path as it is sent: what is written escaped stays so. */
export const escapedPath = ({ path }: GoUrl): string =>
  Array.from(path, (c) => (plainInPath.test(c) ? c : percent(c))).join('')

const percent = (character: string): string =>
  [...encoder.encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** The parameters by name, each with its values in order; pairs with a semicolon or a bad escape are left out. */
export function queryOf({ query }: GoUrl): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue
    const [name = '', ...rest] = pair.split('=')
    const key = unescape(name)
    const value = unescape(rest.join('='))
    if (key === undefined || value === undefined) continue
    const known = values.get(key)
    if (known === undefined) values.set(key, [value])
    else known.push(value)
  }
  return values
}

function unescape(part: string): string | undefined {
  const text = part.replaceAll('+', ' ')
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined
  const bytes: number[] = []
  for (const piece of text.match(/%[0-9A-Fa-f]{2}|[^%]+/g) ?? [])
    if (piece.startsWith('%')) bytes.push(parseInt(piece.slice(1), 16))
    else bytes.push(...encoder.encode(piece))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
