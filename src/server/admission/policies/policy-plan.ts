import type { ApiObject } from '#api/object-meta.ts'
import type { MatchResources } from '#server/admission/dynamic/registered.ts'
import type { ParamRef } from './params.ts'

/** The scope of a policy and its actions on violation. */
export interface Binding {
  readonly name: string
  readonly actions: readonly string[]
  readonly matchResources: MatchResources | undefined
  readonly paramRef: ParamRef | undefined
}

/** A stored policy with its bindings. */
export interface PlannedPolicy {
  readonly object: ApiObject
  readonly bindings: readonly Binding[]
}

interface BindingSpec {
  readonly policyName?: string
  readonly validationActions?: readonly string[]
  readonly matchResources?: MatchResources
  readonly paramRef?: ParamRef
}

const specOf = (binding: ApiObject): BindingSpec => (binding['spec'] ?? {}) as BindingSpec

/** Returns the policies that have bindings. Policies and bindings are ordered by name. [VAP9] */
export function planPolicies(policies: readonly ApiObject[], bindings: readonly ApiObject[]): readonly PlannedPolicy[] {
  const byPolicy = new Map<string, ApiObject[]>()
  for (const binding of bindings) {
    const policy = specOf(binding).policyName ?? ''
    byPolicy.set(policy, [...(byPolicy.get(policy) ?? []), binding])
  }
  return policies.flatMap((object) => {
    const own = byPolicy.get(object.metadata.name ?? '') ?? []
    return own.length === 0 ? [] : [{ object, bindings: own.map(toBinding) }]
  })
}

function toBinding(object: ApiObject): Binding {
  const { validationActions = [], matchResources, paramRef } = specOf(object)
  return { name: object.metadata.name ?? '', actions: validationActions, matchResources, paramRef }
}
