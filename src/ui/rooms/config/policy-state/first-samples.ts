import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Collection, ObjectsState } from '#ui/model/objects-state.ts'
import { specOf } from './policy-items.ts'
import { sampleOfWrite, type TriedSample } from './samples.ts'

const samplesMax = 4

/** Returns the resource rules of a policy. */
function rulesOf(draft: JsonObject): readonly JsonObject[] {
  const constraints = specOf(draft)['matchConstraints']
  const rules = isObject(constraints) ? constraints['resourceRules'] : undefined
  return Array.isArray(rules) ? rules.filter(isObject) : []
}

const matches = (rule: JsonObject, { resource }: Collection): boolean =>
  has(rule['apiGroups'], resource.group) && has(rule['resources'], resource.resource)

/** Returns the collections whose objects a policy or definition applies to. */
export function matchedCollections({ collections }: ObjectsState, draft: JsonObject): readonly Collection[] {
  const spec = specOf(draft)
  const all = [...collections.values()]
  if (draft['kind'] === 'CustomResourceDefinition') {
    const names = isObject(spec['names']) ? spec['names'] : {}
    return all.filter(({ resource }) => resource.group === spec['group'] && resource.resource === names['plural'])
  }
  const rules = rulesOf(draft)
  return all.filter((collection) => rules.some((rule) => matches(rule, collection)))
}

/** Returns an object as it is written in an operation that the rules match: an update if they match it, or else a creation. */
function writeFor(draft: JsonObject, collection: Collection, object: ApiObject): Parameters<typeof sampleOfWrite>[1] {
  const rules = rulesOf(draft).filter((rule) => matches(rule, collection))
  const isMatched = (operation: string): boolean => rules.some((rule) => has(rule['operations'], operation))
  const update = { before: object, after: object }
  if (rules.length === 0 || isMatched('UPDATE')) return update
  if (isMatched('CREATE')) return { before: null, after: object }
  return isMatched('DELETE') ? { before: object, after: null } : update
}

const has = (list: Json | undefined, word: string): boolean =>
  Array.isArray(list) && (list.includes('*') || list.includes(word))

/** Returns samples to begin with: stored objects, written without a change. [CB12] */
export function firstSamples(
  objects: ObjectsState,
  draft: JsonObject,
  user: TriedSample['user'],
): readonly TriedSample[] {
  const found = matchedCollections(objects, draft).flatMap((collection) =>
    [...collection.items.values()].slice(0, samplesMax).map((object) => ({ collection, object })),
  )
  return found
    .slice(0, samplesMax)
    .map(({ collection, object }) => sampleOfWrite(collection.resource, writeFor(draft, collection, object), { user }))
}

/** Returns an object to begin with where the cluster has none: only its type and name. */
export const emptyObject = (apiVersion: string, kind: string): string =>
  [`apiVersion: ${apiVersion}`, `kind: ${kind}`, 'metadata:', '  name: example', 'spec: {}', ''].join('\n')

/** Returns apiVersion and kind of the objects of a definition. */
export function kindOfDefinition(draft: JsonObject): { readonly apiVersion: string; readonly kind: string } {
  const spec = specOf(draft)
  const [first] = Array.isArray(spec['versions']) ? spec['versions'] : []
  const names = isObject(spec['names']) ? spec['names'] : {}
  const version = isObject(first) ? textOf(first['name']) : ''
  return { apiVersion: `${textOf(spec['group'])}/${version}`, kind: textOf(names['kind']) }
}
