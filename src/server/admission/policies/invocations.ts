import { ApiError } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '../attributes.ts'
import { type Surroundings, matchResources } from '../dynamic/match-resources.ts'
import type { MatchResources } from '../dynamic/registered.ts'
import type { Invocation } from '../webhooks/admission-review.ts'
import { ConfigurationError, findParams, paramDefinition } from './params.ts'
import type { ParamKind } from './policy.ts'
import type { Binding } from './policy-plan.ts'

/** What decides whether a policy is asked about a request. */
export interface Matching {
  readonly paramKind: ParamKind | null
  readonly constraints: MatchResources
}

/** A policy is asked by one of its bindings, once with each of `params`. */
export interface BoundInvocation {
  readonly binding: Binding
  readonly invocation: Invocation
  readonly params: readonly (ApiObject | null)[]
}

interface Asked {
  readonly attributes: Attributes
  readonly surroundings: Surroundings
  /** Hears of a policy, or one of its bindings, that can't be asked as it stands. */
  readonly fail: (binding: Binding | null, message: string) => void
}

/** By which bindings and with which parameters a policy is asked, one after the other. [VAP7] [VAP8] */
export async function* invocationsOf(
  policy: Matching,
  bindings: readonly Binding[],
  asked: Asked,
): AsyncGenerator<BoundInvocation> {
  const { attributes, surroundings } = asked
  const matched = await configured(asked, null, async () => {
    const found = await matchResources(policy.constraints, attributes, surroundings)
    return found === null ? null : { invocation: found, definition: paramDefinition(policy, surroundings) }
  })
  if (matched === null) return
  const { invocation, definition } = matched
  for (const binding of bindings) {
    const params = await configured(asked, binding, async () => {
      if (!(await isBound(binding.matchResources, asked))) return []
      return findParams(definition, binding.paramRef, attributes.namespace, surroundings)
    })
    if (params !== null && params.length > 0) yield { binding, invocation, params }
  }
}

const isBound = async (match: MatchResources | undefined, { attributes, surroundings }: Asked): Promise<boolean> =>
  match === undefined || (await matchResources(match, attributes, surroundings)) !== null

/** Runs what may find a policy or binding unusable. */
async function configured<Value>(
  { fail }: Asked,
  binding: Binding | null,
  work: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ConfigurationError) && !(error instanceof ApiError)) throw error
    fail(binding, `failed to configure ${binding === null ? 'policy' : 'binding'}: ${error.message}`)
    return null
  }
}
