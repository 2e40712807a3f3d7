import { printExactJson } from '#api/exact-json.ts'
import { isObject, type Json, type JsonObject, own, textOf, valueAt } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ClusterWords } from '#facts/clusters-api.ts'
import { labelIn } from '#ui/model/names/vocabulary.ts'
import { ownedCount } from '#ui/parts/managers/fields-v1.ts'
import type { TrialRequest } from '#ui/trials/exchanges.ts'

/** The name of the annotation, without its prefix, in which client-side apply keeps the file that it applied. */
const LAST_APPLIED = 'last-applied-configuration'

/** Effect of a migration from client-side apply. */
export interface Migration {
  /** The manager that applied on the client. */
  readonly from: string
  readonly fields: number
  readonly managedFields: readonly Json[]
}

/** Reports whether an entry is that of a client that applied on its side: it wrote the annotation by an update. */
function isClientSide(entry: JsonObject): boolean {
  if (entry['operation'] !== 'Update' || textOf(entry['subresource']) !== '') return false
  const annotations = valueAt(entry, ['fieldsV1', 'f:metadata', 'f:annotations'])
  return isObject(annotations) && Object.keys(annotations).some((name) => name.endsWith(`/${LAST_APPLIED}`))
}

/** Returns the fields of both sets. */
function union(a: JsonObject, b: JsonObject): JsonObject {
  const both = Object.entries(b).map(([step, below]): [string, Json] => {
    const mine = own(a, step)
    return [step, isObject(mine) && isObject(below) ? union(mine, below) : (below ?? {})]
  })
  return { ...a, ...Object.fromEntries(both) }
}

/** An apply on the client's side. */
interface ClientSide {
  readonly manager: string
  readonly file: Json
  /** Gives the annotation its domain. */
  readonly vocabulary: ClusterWords
}

/**
 * Returns the request after which it looks as if `manager` had applied on its side: its fields are those of an update, and
 * the annotation holds its file. `null` for a manager that does not apply. [AN4]
 */
export function clientSideRequest(
  path: string,
  object: ApiObject,
  { manager, file, vocabulary }: ClientSide,
): TrialRequest | null {
  const annotation = labelIn(vocabulary, 'kubectl', LAST_APPLIED)
  const entries = (object.metadata.managedFields ?? []).filter(isObject)
  const applied = entries.find((one) => one['manager'] === manager && one['operation'] === 'Apply')
  if (applied === undefined) return null
  const annotations = { ...object.metadata.annotations, [annotation]: printExactJson(file) ?? '' }
  const own = { 'f:metadata': { 'f:annotations': { '.': {}, [`f:${annotation}`]: {} } } }
  const entry: JsonObject = { ...applied, operation: 'Update', fieldsV1: union(fieldsOf(applied), own) }
  const operations = [
    { op: 'add', path: '/metadata/annotations', value: annotations },
    { op: 'replace', path: '/metadata/managedFields', value: entries.map((one) => (one === applied ? entry : one)) },
    { op: 'replace', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion ?? '' },
  ]
  return {
    method: 'PATCH',
    target: `${path}?fieldManager=${encodeURIComponent(manager)}`,
    body: printExactJson(operations) ?? '',
    contentType: 'application/json-patch+json',
  }
}

const fieldsOf = (entry: JsonObject): JsonObject => (isObject(entry['fieldsV1']) ? entry['fieldsV1'] : {})

/**
 * Returns what the migration to server-side apply by `to` would write: the entry of client-side apply becomes that of
 * `to`, or is merged into it, as kubectl does. `null` for an object that no client applied on its side. [AN4]
 */
export function migrationOf(object: ApiObject, to: string): Migration | null {
  const entries = (object.metadata.managedFields ?? []).filter(isObject)
  const old = entries.find(isClientSide)
  if (old === undefined) return null
  const applied = entries.find((one) => one['manager'] === to && one['operation'] === 'Apply')
  const merged: JsonObject = {
    ...(applied ?? old),
    manager: to,
    operation: 'Apply',
    fieldsV1: applied === undefined ? fieldsOf(old) : union(fieldsOf(applied), fieldsOf(old)),
  }
  const others = entries.filter((one) => one !== old && one !== applied)
  return { from: textOf(old['manager']), fields: ownedCount(fieldsOf(old)), managedFields: [merged, ...others] }
}

/** Returns the request of a migration. It is refused if somebody wrote the object in between. [AN4] */
export function migrationRequest(path: string, object: ApiObject, { managedFields }: Migration): TrialRequest {
  const operations = [
    { op: 'replace', path: '/metadata/managedFields', value: [...managedFields] },
    { op: 'replace', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion ?? '' },
  ]
  return {
    method: 'PATCH',
    target: path,
    body: printExactJson(operations) ?? '',
    contentType: 'application/json-patch+json',
  }
}
