import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { AdmissionConfigError } from '#server/admission/chain/admission-config-error.ts'

/** Returns the object at `path`, empty if absent. @throws AdmissionConfigError for other values and unknown fields */
export function strictObject(value: Json | undefined, path: string, fields: readonly string[]): JsonObject {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw new AdmissionConfigError(`${path === '' ? 'the configuration' : path} must be an object`)
  const unknown = Object.keys(value).filter((field) => !fields.includes(field))
  if (unknown.length > 0) {
    const texts = unknown.map((field) => `unknown field ${JSON.stringify(path === '' ? field : `${path}.${field}`)}`)
    throw new AdmissionConfigError(`strict decoding error: ${texts.join(', ')}`)
  }
  return value
}

/** @throws AdmissionConfigError */
export function textAt(object: JsonObject, field: string, path: string): string {
  const value = object[field] ?? ''
  if (typeof value !== 'string') throw new AdmissionConfigError(`${path} must be a string`)
  return value
}

/** @throws AdmissionConfigError */
export function numberAt(object: JsonObject, field: string, path: string): number {
  const value = object[field] ?? 0
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new AdmissionConfigError(`${path} must be an integer`)
  return value
}

/** @throws AdmissionConfigError */
export function listAt(object: JsonObject, field: string, path: string): readonly Json[] {
  const value = object[field] ?? []
  if (!Array.isArray(value)) throw new AdmissionConfigError(`${path} must be a list`)
  return value
}

/** @throws AdmissionConfigError */
export const textsAt = (object: JsonObject, field: string, path: string): readonly string[] =>
  listAt(object, field, path).map((value, at) => {
    if (typeof value !== 'string') throw new AdmissionConfigError(`${path}[${at}] must be a string`)
    return value
  })

/**
 * Checks apiVersion and kind. `group` is the API group without its domain, which may be that of either vocabulary.
 * @throws AdmissionConfigError in the reference's words
 */
export function requireKind(
  value: Json | undefined,
  { group, versions, kind }: { readonly group: string; readonly versions: readonly string[]; readonly kind: string },
): void {
  const { apiVersion, kind: found } = isObject(value) ? value : ({} as JsonObject)
  if (typeof found !== 'string' || found === '')
    throw new AdmissionConfigError(`Object 'Kind' is missing in '${JSON.stringify(value)}'`)
  if (typeof apiVersion !== 'string' || apiVersion === '')
    throw new AdmissionConfigError(`Object 'apiVersion' is missing in '${JSON.stringify(value)}'`)
  const [name = '', version = ''] = apiVersion.split('/')
  const isKnown = domains.some((domain) => name === `${group}.${domain}`) && versions.includes(version)
  if (!isKnown || found !== kind)
    throw new AdmissionConfigError(
      `no kind ${JSON.stringify(found)} is registered for version ${JSON.stringify(apiVersion)}`,
    )
}

/** The domain of our vocabulary, and that of files written for the reference, which are read in every vocabulary. */
const domains = ['orch.io', 'k8s.io', 'config.k8s.io', 'config.orch.io']
