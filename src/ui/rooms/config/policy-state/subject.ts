import { isObject, type JsonObject, textOf } from '#api/json.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import { editableText, keyOf, partsOfKey, type PolicyKind, specOf, storedOf } from './policy-items.ts'
import type { PolicyDraft, PolicyState } from './policy-store.ts'

type Drafts = Pick<PolicyState, 'drafts'>

/** Returns the stored text of an object of the list; `''` if it is not stored. */
export function storedText(objects: ObjectsState, key: string): string {
  const parts = partsOfKey(key)
  const stored = parts === null ? undefined : storedOf(objects, parts.kind).find(isNamed(parts.name))
  return stored === undefined ? '' : editableText(stored)
}

/** Returns the text of an object of the list: its draft, else the stored one. [CB11] */
export const policyText = ({ drafts }: Drafts, objects: ObjectsState, key: string): string =>
  drafts[key]?.text ?? storedText(objects, key)

/** Returns the draft that an edit makes; `null` when the text is the stored one. [CB11] */
export function draftOf(
  objects: ObjectsState,
  key: string,
  text: string,
  before: PolicyDraft | undefined,
): PolicyDraft | null {
  const parts = partsOfKey(key)
  const stored = parts === null ? undefined : storedOf(objects, parts.kind).find(isNamed(parts.name))
  if (stored !== undefined && editableText(stored) === text) return null
  return { text, base: before?.base ?? stored?.metadata.resourceVersion ?? '' }
}

const isNamed =
  (name: string) =>
  ({ metadata }: { readonly metadata: { readonly name?: string } }): boolean =>
    metadata.name === name

/** Input of a trial of the open object. */
export interface TrialSubject {
  /** The policy or the definition. */
  readonly draft: JsonObject
  readonly bindings: readonly JsonObject[]
}

const policyOfBinding: ReadonlyMap<PolicyKind, PolicyKind> = new Map([
  ['ValidatingAdmissionPolicyBinding', 'ValidatingAdmissionPolicy'],
  ['MutatingAdmissionPolicyBinding', 'MutatingAdmissionPolicy'],
])
const bindingOfPolicy: ReadonlyMap<PolicyKind, PolicyKind> = new Map(
  [...policyOfBinding].map(([binding, policy]) => [policy, binding]),
)

export const objectOf = (text: string): JsonObject | null => {
  const read = readYaml(text)
  return read.type === 'object' ? read.object : null
}

/** Returns the policy or definition to try with its bindings, drafts included; `null` for a text that is no object. [CB12] */
export function trialSubject(state: Drafts, objects: ObjectsState, key: string): TrialSubject | null {
  const parts = partsOfKey(key)
  const own = objectOf(policyText(state, objects, key))
  if (parts === null || own === null) return null
  const policyKind = policyOfBinding.get(parts.kind)
  if (policyKind !== undefined) {
    const policy = textOf(specOf(own)['policyName'])
    const draft = objectOf(policyText(state, objects, keyOf(policyKind, policy)))
    return draft === null ? null : { draft, bindings: bindingsOf(state, objects, { kind: parts.kind, policy }) }
  }
  const kind = bindingOfPolicy.get(parts.kind)
  const metadata = own['metadata']
  const policy = isObject(metadata) ? textOf(metadata['name']) : ''
  return { draft: own, bindings: kind === undefined ? [] : bindingsOf(state, objects, { kind, policy }) }
}

/** Returns the bindings of a policy as they would be with all drafts. */
export function bindingsOf(
  state: Drafts,
  objects: ObjectsState,
  { kind, policy }: { readonly kind: PolicyKind; readonly policy: string },
): readonly JsonObject[] {
  const stored = storedOf(objects, kind).map(({ metadata }) => keyOf(kind, metadata.name ?? ''))
  const drafted = Object.keys(state.drafts).filter((key) => partsOfKey(key)?.kind === kind)
  return [...new Set([...stored, ...drafted])]
    .map((key) => objectOf(policyText(state, objects, key)))
    .filter((binding) => binding !== null)
    .filter((binding) => textOf(specOf(binding)['policyName']) === policy)
}
