import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import type { Collection, ObjectsState } from '#ui/model/objects-state.ts'
import { groupIn, vocabularyOf } from '#ui/model/names/vocabulary.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'

export type PolicyKind =
  | 'CustomResourceDefinition'
  | 'ValidatingAdmissionPolicy'
  | 'MutatingAdmissionPolicy'
  | 'ValidatingAdmissionPolicyBinding'
  | 'MutatingAdmissionPolicyBinding'

/** A kind of the list, with its place and note there. */
export interface ListedKind {
  readonly kind: PolicyKind
  /** Without its domain, which is the vocabulary's. */
  readonly group: 'apiextensions' | 'admissionregistration'
  readonly section: 'Schemas' | 'Policies' | 'Bindings'
  readonly note: string
}

export const listedKinds: readonly ListedKind[] = [
  { kind: 'CustomResourceDefinition', group: 'apiextensions', section: 'Schemas', note: '' },
  {
    kind: 'ValidatingAdmissionPolicy',
    group: 'admissionregistration',
    section: 'Policies',
    note: 'validating',
  },
  { kind: 'MutatingAdmissionPolicy', group: 'admissionregistration', section: 'Policies', note: 'mutating' },
  {
    kind: 'ValidatingAdmissionPolicyBinding',
    group: 'admissionregistration',
    section: 'Bindings',
    note: 'validating',
  },
  {
    kind: 'MutatingAdmissionPolicyBinding',
    group: 'admissionregistration',
    section: 'Bindings',
    note: 'mutating',
  },
]

/** An object of the list: stored, a draft, or both. */
export interface PolicyItem {
  /** `ValidatingAdmissionPolicy/no-empty-owner`, as the address contains it. */
  readonly key: string
  readonly kind: PolicyKind
  readonly name: string
  /** `null` for a draft that is not stored yet. */
  readonly object: ApiObject | null
  readonly isDraft: boolean
}

export const keyOf = (kind: PolicyKind, name: string): string => `${kind}/${name}`

/** Returns kind and name of a key; `null` for a text that is none. */
export function partsOfKey(key: string): { readonly kind: PolicyKind; readonly name: string } | null {
  const slash = key.indexOf('/')
  const found = listedKinds.find(({ kind }) => kind === key.slice(0, slash))
  return found === undefined ? null : { kind: found.kind, name: key.slice(slash + 1) }
}

function collectionOf(objects: ObjectsState, kind: PolicyKind): Collection | undefined {
  const listed = listedKinds.find((each) => each.kind === kind)
  if (listed === undefined) return undefined
  const group = groupIn(vocabularyOf(objects), listed.group)
  for (const collection of objects.collections.values()) {
    const { resource } = collection
    if (resource.kind === kind && resource.group === group) return collection
  }
  return undefined
}

/** Returns the served type of a listed kind; `undefined` if the server does not serve it. */
export const typeOfKind = (objects: ObjectsState, kind: PolicyKind): WatchableResource | undefined =>
  collectionOf(objects, kind)?.resource

/** Returns the stored objects of a kind by name. */
export const storedOf = (objects: ObjectsState, kind: PolicyKind): readonly ApiObject[] => [
  ...(collectionOf(objects, kind)?.items.values() ?? []),
]

/** Returns the list: stored objects and drafts, by name within each kind. [CB11] */
export function policyItems(objects: ObjectsState, drafts: Readonly<Record<string, unknown>>): readonly PolicyItem[] {
  return listedKinds.flatMap(({ kind }) => {
    const items = new Map<string, PolicyItem>()
    for (const object of storedOf(objects, kind)) {
      const name = object.metadata.name ?? ''
      const key = keyOf(kind, name)
      items.set(key, { key, kind, name, object, isDraft: Object.hasOwn(drafts, key) })
    }
    for (const key of Object.keys(drafts)) {
      const parts = partsOfKey(key)
      if (parts?.kind === kind && !items.has(key)) items.set(key, { key, ...parts, object: null, isDraft: true })
    }
    return [...items.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  })
}

/** Fields of metadata that only the server writes. */
const serverFields = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'managedFields',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
])

/** Returns the text that a person edits: without status and fields that only the server writes. [CB11] */
export function editableText({ metadata, status: _status, ...rest }: ApiObject): string {
  const own = Object.fromEntries(Object.entries(metadata).filter(([name]) => !serverFields.has(name)))
  const { apiVersion, kind, ...others } = rest
  return toYamlText({ apiVersion, kind, metadata: own, ...others } as ApiObject)
}

/** Returns the kind, name and spec of a text that could be read. */
export const specOf = (object: JsonObject | null): JsonObject => {
  const spec = object?.['spec']
  return typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? spec : {}
}
