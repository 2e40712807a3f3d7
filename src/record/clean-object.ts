import { isObject, type Json, type JsonObject, own, valueAt } from '#api/json.ts'

/** Fields that a server assigns; never part of a recording. [RCD2] */
export const serverAssigned: ReadonlySet<string> = new Set([
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'managedFields',
  'selfLink',
  'ownerReferences',
])

/** `cmVkYWN0ZWQ=` is `redacted`. */
const REDACTED = 'cmVkYWN0ZWQ='

function without(object: JsonObject, drops: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !drops(key))) as JsonObject
}

/** Values of Secrets stay in the page: the keys remain. */
function redacted(object: JsonObject): JsonObject {
  if (own(object, 'kind') !== 'Secret') return object
  const cover = (field: string, value: string): JsonObject => {
    const values = own(object, field)
    if (!isObject(values)) return {}
    return { [field]: Object.fromEntries(Object.keys(values).map((key) => [key, value])) as JsonObject }
  }
  return { ...object, ...cover('data', REDACTED), ...cover('stringData', 'redacted') }
}

/** Addresses are assigned, too; another cluster has other ones. */
function withoutAddresses(object: JsonObject): JsonObject {
  const spec = own(object, 'spec')
  if (own(object, 'kind') !== 'Service' || !isObject(spec)) return object
  return { ...object, spec: without(spec, (key) => key === 'clusterIP' || key === 'clusterIPs') }
}

/** Returns a body without what a server assigned. `version` translates a resourceVersion; `''` drops it. [RCD2] */
export function cleanBody(body: Json, version: (literal: string) => string): Json {
  if (Array.isArray(body))
    return body.flatMap((operation): readonly Json[] => {
      const tested = testedVersion(operation, version)
      if (tested !== undefined) return [tested]
      return touchesAssigned(operation) ? [] : [operation]
    })
  if (!isObject(body)) return body
  const metadata = own(body, 'metadata')
  const kept = redacted(withoutAddresses(body))
  if (!isObject(metadata)) return kept
  const literal = own(metadata, 'resourceVersion')
  const mark = typeof literal === 'string' && literal !== '' ? version(literal) : ''
  const rest = without(metadata, (key) => serverAssigned.has(key) || key === 'resourceVersion')
  return { ...kept, metadata: mark === '' ? rest : { ...rest, resourceVersion: mark } }
}

/** A test of the version in a JSON patch, with the version translated; `undefined` for any other operation, or a version that nobody knows. */
function testedVersion(operation: Json, version: (literal: string) => string): JsonObject | undefined {
  if (!isObject(operation) || own(operation, 'op') !== 'test') return undefined
  const literal = own(operation, 'value')
  if (own(operation, 'path') !== '/metadata/resourceVersion' || typeof literal !== 'string') return undefined
  const mark = version(literal)
  return mark === '' ? undefined : { ...operation, value: mark }
}

/** An operation of a JSON patch on a field that a server assigns. */
function touchesAssigned(operation: Json): boolean {
  const path = valueAt(operation, ['path'])
  const field = typeof path === 'string' ? /^\/metadata\/([A-Za-z]+)/.exec(path)?.[1] : undefined
  return field === 'resourceVersion' || (field !== undefined && serverAssigned.has(field))
}

/** Returns an object as another server can create it. [RCD2] */
export function cleanObject(object: JsonObject): JsonObject {
  const cleaned = cleanBody(object, () => '')
  return isObject(cleaned) ? without(cleaned, (key) => key === 'status') : {}
}
