import { parseExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { parseYaml, YamlError } from '#syntax/parse-yaml.ts'

/** One request of a session with what is known of its answer, oldest first in a recording. */
export interface Exchange {
  readonly id: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly actor: string
  /** The verb by which the server knows it: `get`, `list`, `watch`, `update`. */
  readonly verb: string
  readonly status: number
  /** The revision that it wrote, 0 for none. */
  readonly wrote: number
  /** `null` if it is not kept: another client sent it. */
  readonly body: string | null
  /** `''` without a body. */
  readonly contentType: string
}

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export const isWrite = ({ method }: Exchange): boolean => writes.has(method)

/** The address of an object or a collection, from a path. */
export interface Place {
  /** Path of the object, without its subresource; `''` for a collection. */
  readonly object: string
  /** Path of the collection. */
  readonly collection: string
  readonly namespace: string
  readonly group: string
  readonly resource: string
  readonly name: string
}

const ofNamespaces: ReadonlySet<string> = new Set(['status', 'finalize'])

/** The number of segments before the resource: `/api/v1`, `/apis/GROUP/VERSION`. */
const prefixOf = (first: string | undefined): number => (first === 'api' ? 2 : first === 'apis' ? 3 : 0)

const isInNamespace = ([first, , third = '']: readonly string[]): boolean =>
  first === 'namespaces' && third !== '' && !ofNamespaces.has(third)

/** Reads a path; `null` for one that names no resource, such as `/version`. */
export function placeOf(target: string): Place | null {
  const parts = target
    .replace(/[?#][^]*$/, '')
    .split('/')
    .filter((part) => part !== '')
  const count = prefixOf(parts[0])
  const rest = parts.slice(count)
  if (count === 0 || rest.length === 0) return null
  const isInside = isInNamespace(rest)
  const depth = isInside ? 3 : 1
  const name = rest[depth] ?? ''
  const collection = `/${parts.slice(0, count + depth).join('/')}`
  return {
    object: name === '' ? '' : `${collection}/${name}`,
    collection,
    namespace: isInside ? (rest[1] ?? '') : '',
    group: count === 3 ? (parts[1] ?? '') : '',
    resource: rest[depth - 1] ?? '',
    name,
  }
}

/** Reads a body, which is JSON or YAML. @throws YamlError, SyntaxError */
export function readBody(body: string): Json {
  try {
    return parseExactJson(body)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return parseYaml(body).value
  }
}

function isReadable(body: string): boolean {
  try {
    if (body !== '') readBody(body)
    return true
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof YamlError) return false
    throw error
  }
}

/** The reason why a request cannot be part of a recording; `''` if it can. [RCD1] */
export function whyNot({ verb, method, target, body, status }: Exchange): string {
  if (verb === 'watch') return 'A watch becomes a cassette.'
  if (placeOf(target) === null) return 'It names no resource.'
  if (/[?&]continue=/.test(target)) return 'Its continue token is valid in one cluster only.'
  if (body === null && method !== 'GET' && method !== 'DELETE') return 'Its body was sent by another client.'
  if (status < 200) return 'It has no answer.'
  if (status === 410) return 'The history that it asked for is gone in this cluster only.'
  if (body !== null && !isReadable(body)) return 'Its body is neither JSON nor YAML.'
  return ''
}

/** The reason why a request should not be part of a recording unless the person wants it; `''` if it should. [RCD1] */
export function whyUnticked(exchange: Exchange): string {
  if (exchange.status === 401 || exchange.status === 403) return 'The answer depends on who asks.'
  return exchange.status >= 500 || exchange.status === 429 ? 'The answer depends on the moment.' : ''
}
