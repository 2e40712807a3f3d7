import { AddressError, parseAddress } from './address.ts'
import { escapePart, isPlain, unescapePart, unescapeText, UrlError } from './percent.ts'
import { quoteGo } from './quote.ts'

export { UrlError }

/**
 * A URL as parsed by Go's `net/url`. Unlike a browser it normalizes nothing, and accepts much that a browser
 * refuses.
 */
export interface GoUrl {
  /** Lower case, without the colon; `''` for none. */
  readonly scheme: string
  /** The text after the scheme if it does not begin with a slash: `x@y` of `mailto:x@y`. */
  readonly opaque: string
  /** `name:password`, escaped as Go does; `null` without an `@`. */
  readonly user: string | null
  /** True if the path follows the scheme without `//`: `file:/a`. */
  readonly isHostOmitted: boolean
  /** With the port, and with brackets around an IPv6 address. */
  readonly host: string
  /** The path as in the text; see {@link pathOf} and {@link escapedPath}. */
  readonly rawPath: string
  /** The query as in the text, without the question mark. */
  readonly query: string
  /** True if the URL ends with a question mark. */
  readonly hasEmptyQuery: boolean
  /** The fragment as in the text, without the hash. */
  readonly rawFragment: string
}

const encoder = new TextEncoder()

/**
 * Parses a URL, absolute or relative, like Go's `url.Parse`.
 * @throws UrlError `parse "https://a b": invalid character " " in host name`
 */
export function parseUrl(text: string): GoUrl {
  const hash = text.indexOf('#')
  const body = hash < 0 ? text : text.slice(0, hash)
  const rawFragment = hash < 0 ? '' : text.slice(hash + 1)
  const parts = naming(body, () => readParts(body, false))
  naming(text, () => unescapePart(rawFragment, 'fragment'))
  return { ...parts, rawFragment }
}

/**
 * Parses a URL like Go's `url.ParseRequestURI`: it is absolute or begins with a slash, and `#` has no special
 * meaning.
 * @throws UrlError
 */
export const parseRequestUri = (text: string): GoUrl => naming(text, () => readParts(text, true))

/** As {@link parseUrl}, with the error as a value. */
export function tryParseUrl(text: string): GoUrl | UrlError {
  try {
    return parseUrl(text)
  } catch (error) {
    if (error instanceof UrlError) return error
    throw error
  }
}

/** Prefixes an error's reason with the URL. */
function naming<Result>(text: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof UrlError) throw new UrlError(`parse ${quoteGo(text)}: ${error.message}`)
    throw error
  }
}

const nothing: GoUrl = {
  scheme: '',
  opaque: '',
  user: null,
  isHostOmitted: false,
  host: '',
  rawPath: '',
  query: '',
  hasEmptyQuery: false,
  rawFragment: '',
}

function readParts(text: string, isRequest: boolean): GoUrl {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(text)) throw new UrlError('net/url: invalid control character in URL')
  if (text === '' && isRequest) throw new UrlError('empty url')
  if (text === '*') return { ...nothing, rawPath: '*' }
  const { scheme, rest: afterScheme } = splitScheme(text)
  const [rest, query = ''] = cut(afterScheme, '?')
  const url = { ...nothing, scheme, query, hasEmptyQuery: rest.length < afterScheme.length && query === '' }
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...url, opaque: rest }
    if (isRequest) throw new UrlError('invalid URI for request')
    if (cut(rest, '/')[0].includes(':')) throw new UrlError('first path segment in URL cannot contain colon')
  }
  return readHierarchy(url, rest, isRequest)
}

/** Returns the text before the first `mark`, and the text after it. */
function cut(text: string, mark: string): readonly [before: string, after?: string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Adds host and path to `url`: `rest` is `//host/path`, or a path. */
function readHierarchy(url: GoUrl, rest: string, isRequest: boolean): GoUrl {
  const { scheme } = url
  const mayHaveHost = scheme !== '' || (!isRequest && !rest.startsWith('///'))
  if (!mayHaveHost || !rest.startsWith('//')) return withPath({ ...url, isHostOmitted: scheme !== '' }, rest)
  const slash = rest.indexOf('/', 2)
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash)
  return withPath({ ...url, ...readAuthority(authority) }, slash < 0 ? '' : rest.slice(slash))
}

function withPath(url: GoUrl, rawPath: string): GoUrl {
  unescapePart(rawPath, 'path')
  return { ...url, rawPath }
}

function splitScheme(text: string): { readonly scheme: string; readonly rest: string } {
  if (text.startsWith(':')) throw new UrlError('missing protocol scheme')
  const scheme = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(text)?.[1]
  if (scheme === undefined) return { scheme: '', rest: text }
  return { scheme: scheme.toLowerCase(), rest: text.slice(scheme.length + 1) }
}

function readAuthority(authority: string): Pick<GoUrl, 'user' | 'host'> {
  const at = authority.lastIndexOf('@')
  const host = readHost(authority.slice(at + 1))
  if (at < 0) return { user: null, host }
  const user = authority.slice(0, at)
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) throw new UrlError('net/url: invalid userinfo')
  const colon = user.indexOf(':')
  const parts = colon < 0 ? [user] : [user.slice(0, colon), user.slice(colon + 1)]
  return { user: parts.map((part) => escapePart(unescapePart(part, 'user'), 'user')).join(':'), host }
}

function checkPort(port: string): void {
  if (!isPort(port)) throw new UrlError(`invalid port ${quoteGo(port)} after host`)
}

const isPort = (text: string): boolean => /^(?::[0-9]*)?$/.test(text)

function readHost(text: string): string {
  const open = text.lastIndexOf('[')
  if (open < 0) {
    const colon = text.lastIndexOf(':')
    if (colon >= 0) checkPort(text.slice(colon))
    return unescapeText(text, 'host')
  }
  if (open > 0) throw new UrlError('invalid IP-literal')
  const close = text.lastIndexOf(']')
  if (close < 0) throw new UrlError("missing ']' in host")
  const port = text.slice(close + 1)
  checkPort(port)
  return `[${readLiteral(text.slice(1, close))}]${port}`
}

/** Brackets may contain only an IPv6 address, with or without a zone (RFC 3986, RFC 6874). */
function readLiteral(text: string): string {
  const zone = text.indexOf('%25')
  const literal =
    zone < 0
      ? unescapeText(text, 'host')
      : unescapeText(text.slice(0, zone), 'host') + unescapeText(text.slice(zone), 'zone')
  try {
    if (parseAddress(literal).bytes.length === 4) throw new UrlError('invalid IP-literal')
    return literal
  } catch (error) {
    if (error instanceof AddressError) throw new UrlError(`invalid host: ${error.message}`)
    throw error
  }
}

/** Returns the host without port and brackets. */
export function hostnameOf({ host }: GoUrl): string {
  const colon = host.lastIndexOf(':')
  const name = colon >= 0 && isPort(host.slice(colon)) ? host.slice(0, colon) : host
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name
}

/** Returns the digits after the host's colon; `''` for none. */
export function portOf({ host }: GoUrl): string {
  const colon = host.lastIndexOf(':')
  return colon >= 0 && isPort(host.slice(colon)) ? host.slice(colon + 1) : ''
}

/** Returns the decoded path. */
export const pathOf = ({ rawPath }: GoUrl): string => unescapeText(rawPath, 'path')

/** Returns the decoded fragment. */
export const fragmentOf = ({ rawFragment }: GoUrl): string => unescapeText(rawFragment, 'fragment')

/** Returns the path as it is sent: as written if that is a valid encoding, otherwise escaped again. */
export const escapedPath = ({ rawPath }: GoUrl): string =>
  isEncoded(rawPath, 'path') ? rawPath : escapePart(unescapePart(rawPath, 'path'), 'path')

function isEncoded(text: string, part: 'path' | 'fragment'): boolean {
  return Array.from(text).every((char) => char < '\u0080' && ("!$&'()*+,;=:@[]%".includes(char) || isPlain(char, part)))
}

/** The text of a URL as Go's `URL.String` prints it. */
export function urlText(url: GoUrl): string {
  const { scheme, opaque, rawFragment, query, hasEmptyQuery } = url
  const before = scheme === '' ? '' : `${scheme}:`
  const after = `${hasEmptyQuery || query !== '' ? `?${query}` : ''}${rawFragment === '' ? '' : `#${escapedFragment(rawFragment)}`}`
  return `${before}${opaque === '' ? hostAndPath(url) : opaque}${after}`
}

const escapedFragment = (raw: string): string =>
  isEncoded(raw, 'fragment') ? raw : escapePart(unescapePart(raw, 'fragment'), 'fragment')

function hostAndPath(url: GoUrl): string {
  const { scheme, user, host, isHostOmitted } = url
  const path = escapedPath(url)
  if (host !== '' || user !== null) return `//${user === null ? '' : `${user}@`}${escapeHost(host)}${path}`
  if (scheme !== '') return isHostOmitted || path === '' ? path : `//${path}`
  // A relative path whose first step has a colon would be read as a scheme.
  return (path.split('/', 1)[0] ?? '').includes(':') ? `./${path}` : path
}

const escapeHost = (host: string): string => escapePart(encoder.encode(host), 'host')
