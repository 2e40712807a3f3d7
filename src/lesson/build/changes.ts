import { deepEqual, isObject, type Json, type JsonObject, own, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { serverAssigned } from '#record/clean-object.ts'

/** A field that changed. */
export interface ChangedField {
  readonly path: readonly string[]
  /** `undefined` if it is gone. */
  readonly value: Json | undefined
}

/** An object that was created, changed or deleted. */
export interface Change {
  readonly type: 'created' | 'changed' | 'deleted'
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly fields: readonly ChangedField[]
}

/** Fields that differ in each run of a lesson, or that no request sets. */
const unrepeatable: ReadonlySet<string> = new Set([...serverAssigned, 'resourceVersion'])

/** Fields that are reported of one object. */
const fieldsMax = 12

function fieldsBetween(before: Json | undefined, after: Json | undefined, path: readonly string[]): ChangedField[] {
  if (deepEqual(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [{ path, value: after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => path[0] !== 'metadata' || path.length > 1 || !unrepeatable.has(name))
    .flatMap((name) => fieldsBetween(own(before, name), own(after, name), [...path, name]))
}

/** Names an object across versions of its group. */
export const objectKey = ({ apiVersion = '', kind = '', metadata: { namespace = '', name = '' } }: ApiObject): string =>
  JSON.stringify([apiVersion.split('/', 1)[0], kind, namespace, name])

const byKey = (objects: readonly ApiObject[]): ReadonlyMap<string, ApiObject> =>
  new Map(objects.map((object) => [objectKey(object), object]))

const headOf = ({ kind, metadata }: ApiObject): Pick<Change, 'kind' | 'namespace' | 'name'> => ({
  kind: kind ?? '',
  namespace: textOf(metadata.namespace),
  name: textOf(metadata.name),
})

/** An object without its kind and version, which never change. */
const content = ({ apiVersion: _version, kind: _kind, ...rest }: ApiObject): JsonObject => rest

/** Returns what changed from one state of a server to the next: objects and their fields. [LSN19] */
export function changesBetween(before: readonly ApiObject[], after: readonly ApiObject[]): readonly Change[] {
  const [old, now] = [byKey(before), byKey(after)]
  const gone = before.flatMap((object): Change[] =>
    now.has(objectKey(object)) ? [] : [{ type: 'deleted', ...headOf(object), fields: [] }],
  )
  const others = after.flatMap((object): Change[] => {
    const past = old.get(objectKey(object))
    if (past === undefined) return [{ type: 'created', ...headOf(object), fields: [] }]
    const fields = fieldsBetween(content(past), content(object), []).slice(0, fieldsMax)
    const isAsked = past.metadata.deletionTimestamp === undefined && object.metadata.deletionTimestamp !== undefined
    const asked: ChangedField[] = isAsked
      ? [{ path: ['metadata', 'deletionTimestamp'], value: object.metadata.deletionTimestamp }]
      : []
    return fields.length + asked.length === 0
      ? []
      : [{ type: 'changed', ...headOf(object), fields: [...asked, ...fields] }]
  })
  return [...others, ...gone]
}
