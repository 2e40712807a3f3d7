import type { ApiObject } from '#api/object-meta.ts'
import { finalizersOf } from '#ui/model/life.ts'
import { countText } from '#ui/model/words.ts'

/** The garbage collector's action on the objects that this one owns. */
export type Propagation = 'Background' | 'Foreground' | 'Orphan'

export interface DeleteInput {
  readonly object: ApiObject
  /** All live objects of the cluster. */
  readonly others: Iterable<ApiObject>
  readonly propagation: Propagation
}

const ownerUids = ({ metadata }: ApiObject): readonly string[] =>
  (metadata.ownerReferences ?? []).map(({ uid }) => uid ?? '')

/** Returns the objects that name `object` as an owner. */
export const dependentsOf = ({ metadata }: ApiObject, others: Iterable<ApiObject>): readonly ApiObject[] =>
  [...others].filter((other) => metadata.uid !== undefined && ownerUids(other).includes(metadata.uid))

/** Counts objects by kind, the most frequent first: `5 Books, 2 Services`. */
export function kindCounts(objects: readonly ApiObject[], kindsMax = 4): string {
  const counts = new Map<string, number>()
  for (const { kind = '' } of objects) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one)
  const named = sorted.slice(0, kindsMax).map(([kind, count]) => `${count} ${kind}`)
  const rest = sorted.length - named.length
  return [...named, ...(rest > 0 ? [`objects of ${countText(rest, 'more kind')}`] : [])].join(', ')
}

const specOf = (object: ApiObject): Readonly<Record<string, unknown>> => {
  const spec = object['spec']
  return typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? { ...spec } : {}
}

/** Returns the custom objects that are deleted with their definition. */
function customObjectsOf(definition: ApiObject, others: Iterable<ApiObject>): readonly ApiObject[] {
  const { group, names } = specOf(definition)
  const kind = typeof names === 'object' && names !== null && 'kind' in names ? names.kind : undefined
  return [...others].filter(
    (other) => other.kind === kind && typeof group === 'string' && other.apiVersion?.startsWith(`${group}/`) === true,
  )
}

function contentWords({ object, others }: DeleteInput): string | null {
  const { kind, metadata } = object
  if (kind === 'Namespace') {
    const inside = [...others].filter((other) => other.metadata.namespace === metadata.name)
    return inside.length === 0
      ? 'No object is in the namespace.'
      : `Everything in it is deleted first: ${kindCounts(inside)}. The name can be used again when all of it is gone.`
  }
  if (kind !== 'CustomResourceDefinition') return null
  const custom = customObjectsOf(object, others)
  return custom.length === 0
    ? 'Its kind is no longer served.'
    : `Everything of its kind is deleted first: ${kindCounts(custom)}. Then the kind is no longer served.`
}

const fates: Readonly<Record<Propagation, string>> = {
  Background: 'the garbage collector deletes them afterwards, unless they have other owners',
  Foreground: 'it stays until the garbage collector has deleted those that block its deletion',
  Orphan: 'they stay, without their owner reference to it',
}

function dependentWords({ object, others, propagation }: DeleteInput): string {
  const dependents = dependentsOf(object, others)
  return dependents.length === 0
    ? 'No object names it as an owner.'
    : `${countText(dependents.length, 'object')} of its own (${kindCounts(dependents)}): ${fates[propagation]}.`
}

/** Returns the finalizers that hold an object after a request to delete it. */
export function holdersAfter(object: ApiObject, propagation: Propagation, hasDependents: boolean): readonly string[] {
  const own = finalizersOf(object)
  const ofCollector = propagation === 'Orphan' ? 'orphan' : 'foregroundDeletion'
  return propagation === 'Background' || !hasDependents ? own : [...own, ofCollector]
}

function ownWords({ object, others, propagation }: DeleteInput): string {
  const holders = holdersAfter(object, propagation, dependentsOf(object, others).length > 0)
  if (object.metadata.deletionTimestamp !== undefined)
    return `Its deletion was requested before. It stays until ${holders.join(', ')} ${holders.length === 1 ? 'is' : 'are'} removed.`
  return holders.length === 0
    ? 'It has no finalizers: it is removed at once.'
    : `It stays readable, marked for deletion, until ${countText(holders.length, 'finalizer')} ${holders.length === 1 ? 'is' : 'are'} removed: ${holders.join(', ')}.`
}

/** Says what a deletion will do: to the object, to its content, to the objects that it owns, and the way back. [DEL1] */
export function deleteWords(input: DeleteInput): readonly string[] {
  const content = contentWords(input)
  return [
    ownWords(input),
    ...(content === null ? [] : [content]),
    dependentWords(input),
    'It can be created again from its last version while history keeps that.',
  ]
}
