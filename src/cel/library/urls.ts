import { groupPairs, parseQuery } from '#go/query-string.ts'
import { UrlError, escapedPath, hostnameOf, parseRequestUri, portOf, type GoUrl, urlText } from '#go/url.ts'
import { CelArray, CelEntries, CelFailure, CelOpaque, type CelOutcome, type CelValue } from '#cel/run/value.ts'
import { celTypes, type CelType } from '#cel/cel-type.ts'
import { fn, noSuchOverload, overload, text, type CelFunction, type Library } from './declare.ts'

const TYPE = 'kubernetes.URL'
const type = celTypes.opaque(TYPE)

export class CelUrl extends CelOpaque {
  readonly type: CelType = type
  readonly url: GoUrl
  constructor(url: GoUrl) {
    super()
    this.url = url
  }
  equals(other: CelOpaque): boolean {
    return other instanceof CelUrl && this.toString() === other.toString()
  }
  override toString(): string {
    return urlText(this.url)
  }
}

function parse(value: string): CelOutcome {
  try {
    return new CelUrl(parseRequestUri(value))
  } catch (error) {
    if (error instanceof UrlError)
      return new CelFailure(`URL parse error during conversion from string: ${error.message}`)
    throw error
  }
}

const of = (value: CelValue | undefined, use: (url: GoUrl) => CelOutcome): CelOutcome =>
  value instanceof CelUrl ? use(value.url) : noSuchOverload

const getter = (name: string, id: string, read: (url: GoUrl) => string): CelFunction =>
  fn(
    name,
    overload(id, `${TYPE}.() string`, (value) => of(value, read)),
  )

/** URLs and their parts. */
export const urlLibrary: Library = [
  fn(
    'url',
    overload('string_to_url', `(string) ${TYPE}`, (a) => parse(text(a))),
  ),
  fn(
    'isURL',
    overload('is_url_string', '(string) bool', (a) => parse(text(a)) instanceof CelUrl),
  ),
  getter('getScheme', 'url_get_scheme', (url) => url.scheme),
  getter('getHost', 'url_get_host', (url) => url.host),
  getter('getHostname', 'url_get_hostname', hostnameOf),
  getter('getPort', 'url_get_port', portOf),
  getter('getEscapedPath', 'url_get_escaped_path', escapedPath),
  fn(
    'getQuery',
    overload('url_get_query', `${TYPE}.() map<string, list<string>>`, (value) =>
      of(
        value,
        (url) =>
          new CelEntries(
            [...groupPairs(parseQuery(url.query).pairs)].map(([key, values]) => [key, new CelArray(values)] as const),
          ),
      ),
    ),
  ),
]
