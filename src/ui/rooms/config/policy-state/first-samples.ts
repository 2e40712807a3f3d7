import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { Collection, ObjectsState } from '#ui/model/objects-state.ts'
import { specOf } from './policy-items.ts'
import { sampleOfWrite, type TriedSample } from './samples.ts'

const samplesMax = 4

/** Returns the collections whose objects a policy or definition applies to. */
export function matchedCollections({ collections }: ObjectsState, draft: JsonObject): readonly Collection[] {
  const spec = specOf(draft)
  const all = [...collections.values()]
  if (draft['kind'] === 'CustomResourceDefinition') {
    const names = isObject(spec['names']) ? spec['names'] : {}
    return all.filter(({ resource }) => resource.group === spec['group'] && resource.resource === names['plural'])
  }
  const constraints = isObject(spec['matchConstraints']) ? spec['matchConstraints'] : {}
  const rules: readonly Json[] = Array.isArray(constraints['resourceRules']) ? constraints['resourceRules'] : []
  return all.filter(({ resource }) =>
    rules.some(
      (rule) => isObject(rule) && has(rule['apiGroups'], resource.group) && has(rule['resources'], resource.resource),
    ),
  )
}

const has = (list: Json | undefined, word: string): boolean =>
  Array.isArray(list) && (list.includes('*') || list.includes(word))

/** Returns samples to begin with: unchanged updates of stored objects, and a creation of the first. [CB12] */
export function firstSamples(
  objects: ObjectsState,
  draft: JsonObject,
  user: TriedSample['user'],
): readonly TriedSample[] {
  const found = matchedCollections(objects, draft).flatMap(({ resource, items }) =>
    [...items.values()].slice(0, samplesMax).map((object) => ({ resource, object })),
  )
  return found
    .slice(0, samplesMax)
    .map(({ resource, object }) => sampleOfWrite(resource, { before: object, after: object }, { user }))
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
