import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import type { Intent, Segment } from './intents.ts'

export type PatchKind = 'json' | 'merge' | 'strategic' | 'apply'

export const patchKinds: readonly { readonly id: PatchKind; readonly title: string; readonly contentType: string }[] = [
  { id: 'json', title: 'JSON patch', contentType: 'application/json-patch+json' },
  { id: 'merge', title: 'Merge patch', contentType: 'application/merge-patch+json' },
  { id: 'strategic', title: 'Strategic', contentType: 'application/strategic-merge-patch+json' },
  { id: 'apply', title: 'Apply', contentType: 'application/apply-patch+yaml' },
]

const pointer = (path: readonly Segment[]): string =>
  path
    .map((segment) => (typeof segment === 'string' ? segment : String(segment.index)))
    .map((word) => `/${word.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')

function jsonPatch({ kind, path, value }: Intent): Json {
  const at = pointer(path)
  switch (kind) {
    case 'set':
    case 'null':
      return [{ op: 'replace', path: at, value }]
    case 'add':
      return [{ op: 'add', path: `${at}/-`, value }]
    case 'remove':
      return [{ op: 'remove', path: `${at}/0` }]
    case 'reorder':
      return [{ op: 'move', from: `${at}/0`, path: `${at}/-` }]
  }
}

/** Wraps a value in the objects and lists that lead to it. A list item contains its name only. */
function nested([first, ...rest]: readonly Segment[], value: Json): Json {
  if (first === undefined) return value
  if (typeof first === 'string') return { [first]: nested(rest, value) }
  const inner = nested(rest, value)
  return [{ name: first.name, ...(isObject(inner) ? inner : {}) }]
}

const namesOf = (items: Json): Json[] =>
  Array.isArray(items) ? items.map((item) => ({ name: isObject(item) ? (item['name'] ?? '') : '' })) : []

/** Returns the whole list that a merge patch has to send, because it replaces the stored one. */
function mergedList({ kind, value, list }: Intent): Json {
  if (kind === 'add') return [value]
  return kind === 'remove' ? list.slice(1) : value
}

function strategicPatch(intent: Intent): Json {
  const { kind, path, value } = intent
  const [name, ...before] = path.toReversed()
  if (kind === 'remove') {
    const [item] = namesOf([value])
    return nested(path, [{ $patch: 'delete', ...(isObject(item) ? item : {}) }])
  }
  if (kind === 'reorder' && typeof name === 'string')
    return nested(before.toReversed(), { [`$setElementOrder/${name}`]: namesOf(value), [name]: namesOf(value) })
  return nested(path, kind === 'add' ? [value] : value)
}

function applied(resource: WatchableResource, name: string, namespace: string, intent: Intent): Json {
  const { group, version, kind } = resource
  const body = nested(intent.path, intent.kind === 'set' || intent.kind === 'null' ? intent.value : mergedList(intent))
  const { metadata, ...rest } = isObject(body) ? body : {}
  const named: JsonObject = { name, ...(namespace === '' ? {} : { namespace }) }
  return {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: { ...named, ...(isObject(metadata) ? metadata : {}) },
    ...rest,
  }
}

export interface PatchedObject {
  readonly resource: WatchableResource
  readonly name: string
  readonly namespace: string
}

/** Returns the four patches that say an intent, as one would write them. [PQ1] */
export function patchesOf(
  intent: Intent,
  { resource, name, namespace }: PatchedObject,
): Readonly<Record<PatchKind, Json>> {
  const isList = intent.kind !== 'set' && intent.kind !== 'null'
  return {
    json: jsonPatch(intent),
    merge: nested(intent.path, isList ? mergedList(intent) : intent.value),
    strategic: strategicPatch(intent),
    apply: applied(resource, name, namespace, intent),
  }
}
