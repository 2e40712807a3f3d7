import { quoteGo } from '#api/field-error.ts'

/** What Go's `net/url` makes of a text; the parts that our rules ask for. */
export type GoUrl =
  | {
      readonly type: 'url'
      readonly scheme: string
      readonly hasUser: boolean
      readonly host: string
      readonly query: string
      readonly fragment: string
    }
  | { readonly type: 'refused'; readonly message: string }

class UrlError extends Error {}

/** Parses as Go's `url.Parse`; the message of a refusal is Go's. */
export function parseGoUrl(text: string): GoUrl {
  const hash = text.indexOf('#')
  const body = hash === -1 ? text : text.slice(0, hash)
  const fragment = hash === -1 ? '' : text.slice(hash + 1)
  const refused = (sent: string, error: unknown): GoUrl => {
    if (!(error instanceof UrlError)) throw error
    return { type: 'refused', message: `parse ${quoteGo(sent)}: ${error.message}` }
  }
  let parts
  try {
    parts = parseBody(body)
  } catch (error) {
    return refused(body, error)
  }
  try {
    checkEscapes(fragment, 'other')
    return { type: 'url', ...parts, fragment }
  } catch (error) {
    return refused(text, error)
  }
}

interface Parts {
  readonly scheme: string
  readonly hasUser: boolean
  readonly host: string
  readonly query: string
}

function parseBody(text: string): Parts {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(text)) throw new UrlError('net/url: invalid control character in URL')
  const nothing: Parts = { scheme: '', hasUser: false, host: '', query: '' }
  if (text === '*') return nothing
  const { scheme, rest: afterScheme } = splitScheme(text)
  const { rest, query } = splitQuery(afterScheme)
  const parts = { ...nothing, scheme, query }
  if (!rest.startsWith('/')) {
    if (scheme !== '') return parts
    if ((rest.split('/')[0] ?? '').includes(':')) throw new UrlError('first path segment in URL cannot contain colon')
  }
  if (!rest.startsWith('//') || (scheme === '' && rest.startsWith('///'))) {
    checkEscapes(rest, 'other')
    return parts
  }
  const slash = rest.indexOf('/', 2)
  const authority = slash === -1 ? rest.slice(2) : rest.slice(2, slash)
  const { hasUser, host } = parseAuthority(authority)
  checkEscapes(slash === -1 ? '' : rest.slice(slash), 'other')
  return { ...parts, hasUser, host }
}

function splitScheme(text: string): { readonly scheme: string; readonly rest: string } {
  const none = { scheme: '', rest: text }
  const head = /^([A-Za-z0-9+.-]*):/.exec(text)?.[1]
  if (head === undefined) return none
  if (head === '') throw new UrlError('missing protocol scheme')
  return /^[A-Za-z]/.test(head) ? { scheme: head.toLowerCase(), rest: text.slice(head.length + 1) } : none
}

function splitQuery(text: string): { readonly rest: string; readonly query: string } {
  const mark = text.indexOf('?')
  return mark === -1 ? { rest: text, query: '' } : { rest: text.slice(0, mark), query: text.slice(mark + 1) }
}

function parseAuthority(authority: string): { readonly hasUser: boolean; readonly host: string } {
  const at = authority.lastIndexOf('@')
  const host = authority.slice(at + 1)
  checkHost(host)
  if (at === -1) return { hasUser: false, host }
  const user = authority.slice(0, at)
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) throw new UrlError('net/url: invalid userinfo')
  checkEscapes(user, 'other')
  return { hasUser: true, host }
}

const isPort = (text: string): boolean => text === '' || /^:[0-9]*$/.test(text)

function checkHost(host: string): void {
  if (!host.startsWith('[')) {
    const colon = host.lastIndexOf(':')
    if (colon !== -1) checkPort(host.slice(colon))
    checkEscapes(host, 'host')
    return
  }
  const close = host.lastIndexOf(']')
  if (close === -1) throw new UrlError("missing ']' in host")
  checkPort(host.slice(close + 1))
  const zone = host.slice(0, close).indexOf('%25')
  if (zone === -1) return checkEscapes(host, 'host')
  checkEscapes(host.slice(0, zone), 'host')
  checkEscapes(host.slice(zone, close), 'zone')
  checkEscapes(host.slice(close), 'host')
}

function checkPort(port: string): void {
  if (!isPort(port)) throw new UrlError(`invalid port ${quoteGo(port)} after host`)
}

/** Characters that stand in a host as they are. */
const hostCharacter = /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/

function checkEscapes(text: string, part: 'host' | 'zone' | 'other'): void {
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '%') {
      checkEscape(text, at, part)
      at += 2
    } else if (part !== 'other' && char < '\u0080' && !hostCharacter.test(char)) {
      throw new UrlError(`invalid character ${quoteGo(char)} in host name`)
    }
  }
}

function checkEscape(text: string, at: number, part: 'host' | 'zone' | 'other'): void {
  const escape = text.slice(at, at + 3)
  if (!/^%[0-9A-Fa-f]{2}$/.test(escape)) throw new UrlError(`invalid URL escape ${quoteGo(escape)}`)
  if (escape === '%25' || part === 'other') return
  const code = Number.parseInt(escape.slice(1), 16)
  const isAllowedInZone = code === 0x20 || (code < 0x80 && hostCharacter.test(String.fromCharCode(code)))
  if (part === 'host' ? code < 0x80 : !isAllowedInZone) throw new UrlError(`invalid URL escape ${quoteGo(escape)}`)
}
