import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import { pathParts, type PathParts } from '#client/path-parts.ts'
import type { ProofExchange } from './exchange.ts'
import { fieldShape, messageShape } from './message-shape.ts'

const CONFLICT = 'FieldManagerConflict'
const CUSTOM = 'custom'
/** Query parameters whose value is a name or an amount: they do not choose another kind of answer. */
const freeParameters: ReadonlySet<string> = new Set(['fieldManager', 'pretty', 'timeout', 'timeoutSeconds'])

/** The groups of the built-in kinds are those of the vendor's domain, and a few without a domain. */
const isCustom = ({ group }: PathParts): boolean =>
  group.includes('.') && !['.orch.io', '.k8s.io'].some((domain) => group.endsWith(domain))

function verbOf({ method, sentType }: ProofExchange, parts: PathParts, query: URLSearchParams): string {
  if (method === 'PATCH') return `patch ${sentType}`
  if (method === 'GET' && query.has('watch') && query.get('watch') !== 'false') return 'watch'
  const isCollection = parts.name === undefined
  if (method === 'GET') return isCollection ? 'list' : 'get'
  return method === 'DELETE' && isCollection ? 'deletecollection' : method
}

/** Returns the words of a text; those that name a custom type by its group become equal for all types. */
const withoutCustom = (text: string, { group }: PathParts): string =>
  text
    .split(' ')
    .map((word) => (word.includes(`.${group}`) || word.startsWith(`${group}/`) ? CUSTOM : word))
    .join(' ')

const causesOf = (details: JsonObject): readonly JsonObject[] => {
  const causes = details['causes']
  return Array.isArray(causes) ? causes.filter(isObject) : []
}

/** Both servers name the causes of one object in an order that may depend on a map. */
const inAnyOrder = (texts: readonly string[]): string => [...new Set(texts)].toSorted().join(', ')

const causeShapes = (causes: readonly JsonObject[]): string =>
  inAnyOrder(
    causes.map((cause) => {
      const reason = textOf(cause['reason'])
      // Each client chooses the fields that conflict; those of a rule are part of the rule.
      return reason === CONFLICT ? reason : `${reason} ${fieldShape(textOf(cause['field']))}`
    }),
  )

/** Returns the shape of a message; of one that lists causes in brackets, their own words in any order. */
function wording(message: string, causes: readonly JsonObject[]): string {
  const list = message.indexOf(' is invalid: [')
  if (list < 0 || causes.length < 2) return messageShape(message)
  const words = causes.map((cause) => messageShape(textOf(cause['message'])))
  return `${messageShape(message.slice(0, list))} is invalid: ${inAnyOrder(words)}`
}

/** Returns the reason, the causes and the shape of the message of a Status. */
function statusShape(status: JsonObject, parts: PathParts | null): readonly string[] {
  const causes = causesOf(isObject(status['details']) ? status['details'] : {})
  const message = textOf(status['message'])
  const shown = parts !== null && isCustom(parts) ? withoutCustom(message, parts) : message
  return [textOf(status['reason']), causeShapes(causes), wording(shown, causes)]
}

/** Returns the kind of the object in an answer. */
function kindOf(body: Json | undefined, parts: PathParts | null): string {
  if (!isObject(body)) return body === undefined ? 'no JSON' : 'JSON'
  const kind = textOf(body['kind'])
  if (parts === null || !isCustom(parts) || !textOf(body['apiVersion']).startsWith(`${parts.group}/`)) return kind
  return Array.isArray(body['items']) ? `${CUSTOM}List` : CUSTOM
}

/** An object that waits for its finalizers is another answer than one that lives. */
function stateOf(body: Json | undefined): string {
  const metadata = isObject(body) ? body['metadata'] : undefined
  return isObject(metadata) && metadata['deletionTimestamp'] !== undefined ? 'being deleted' : ''
}

const mediaType = (type: string): string => type.toLowerCase().replaceAll(' ', '').replace('charset=utf-8', '')

/** Returns the query parameters that make an answer another one. */
function parameters(query: URLSearchParams): string {
  const names = [...query.keys()].filter((name) => !freeParameters.has(name))
  return [...new Set(names)].toSorted().join('&')
}

function typeOf(parts: PathParts | null, path: string): string {
  if (parts === null) return path
  const { group, version, resource, subresource = '' } = parts
  return isCustom(parts) ? `${CUSTOM} ${subresource}` : `${group}/${version}/${resource} ${subresource}`
}

/**
 * Returns a text that is equal for answers of the same kind: same verb, type, status code, reason, causes and shape of the
 * message, and of a success also the same parameters and an object that lives, or that is being deleted. [UPS2]
 */
export function answerKind(exchange: ProofExchange): string {
  const [path = '', search = ''] = exchange.target.split('?')
  const query = new URLSearchParams(search)
  const parts = pathParts(path)
  const { body, status } = exchange
  // Recordings of definitions leave out the member `status`.
  const isRefusal = isObject(body) && body['kind'] === 'Status' && status >= 400
  const verb = parts === null ? exchange.method : verbOf(exchange, parts, query)
  const isStream = verb === 'watch' && status < 400
  return [
    verb,
    typeOf(parts, path),
    String(status),
    mediaType(exchange.answeredType),
    messageShape(exchange.warning),
    ...(isRefusal
      ? statusShape(body, parts)
      : [isStream ? 'stream' : kindOf(body, parts), stateOf(body), parameters(query)]),
    status >= 400 ? messageShape(exchange.text) : '',
  ].join('\n')
}
