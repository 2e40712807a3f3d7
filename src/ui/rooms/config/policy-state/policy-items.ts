import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'
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
  readonly group: string
  readonly section: 'Schemas' | 'Policies' | 'Bindings'
  readonly note: string
}

export const listedKinds: readonly ListedKind[] = [
  { kind: 'CustomResourceDefinition', group: 'apiextensions.orch.io', section: 'Schemas', note: '' },
  {
    kind: 'ValidatingAdmissionPolicy',
    group: 'admissionregistration.orch.io',
    section: 'Policies',
    note: 'validating',
  },
  { kind: 'MutatingAdmissionPolicy', group: 'admissionregistration.orch.io', section: 'Policies', note: 'mutating' },
  {
    kind: 'ValidatingAdmissionPolicyBinding',
    group: 'admissionregistration.orch.io',
    section: 'Bindings',
    note: 'validating',
  },
  {
    kind: 'MutatingAdmissionPolicyBinding',
    group: 'admissionregistration.orch.io',
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

/** Returns the served type of a listed kind; `undefined` if the server does not serve it. */
export function typeOfKind({ collections }: ObjectsState, kind: PolicyKind): WatchableResource | undefined {
  const group = listedKinds.find((each) => each.kind === kind)?.group
  for (const { resource } of collections.values())
    if (resource.kind === kind && resource.group === group) return resource
  return undefined
}

/** Returns the stored objects of a kind by name. */
export function storedOf({ collections }: ObjectsState, kind: PolicyKind): readonly ApiObject[] {
  const group = listedKinds.find((each) => each.kind === kind)?.group
  const found = [...collections.values()].find(({ resource }) => resource.kind === kind && resource.group === group)
  return [...(found?.items.values() ?? [])]
}

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
