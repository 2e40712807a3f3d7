import { ApiError } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { type Surroundings, matchResources } from '#server/admission/dynamic/match-resources.ts'
import type { MatchResources } from '#server/admission/dynamic/registered.ts'
import type { Invocation } from '#server/admission/dynamic/admission-review.ts'
import { ConfigurationError, findParams, paramDefinition } from './params.ts'
import type { ParamKind } from './policy-parts.ts'
import type { Binding } from './policy-plan.ts'

/** The inputs for matching a policy with a request. */
export interface Matching {
  readonly paramKind: ParamKind | null
  readonly constraints: MatchResources
}

/** A policy's binding that matches a request. The policy is evaluated once for each of `params`. */
export interface BoundInvocation {
  readonly binding: Binding
  readonly invocation: Invocation
  readonly params: readonly (ApiObject | null)[]
}

interface Context {
  readonly attributes: Attributes
  readonly surroundings: Surroundings
  /** Called for a policy or binding that is misconfigured. */
  readonly fail: (binding: Binding | null, message: string) => void
}

/** Yields the bindings that match a request, with their parameters, in order. [VAP7] [VAP8] */
export async function* invocationsOf(
  policy: Matching,
  bindings: readonly Binding[],
  context: Context,
): AsyncGenerator<BoundInvocation> {
  const { attributes, surroundings } = context
  const matched = await configured(context, null, async () => {
    const found = await matchResources(policy.constraints, attributes, surroundings)
    return found === null ? null : { invocation: found, definition: paramDefinition(policy, surroundings) }
  })
  if (matched === null) return
  const { invocation, definition } = matched
  for (const binding of bindings) {
    const params = await configured(context, binding, async () => {
      if (!(await isBound(binding.matchResources, context))) return []
      return findParams(definition, binding.paramRef, attributes.namespace, surroundings)
    })
    if (params !== null && params.length > 0) yield { binding, invocation, params }
  }
}

const isBound = async (match: MatchResources | undefined, { attributes, surroundings }: Context): Promise<boolean> =>
  match === undefined || (await matchResources(match, attributes, surroundings)) !== null

/** Runs work that may throw a ConfigurationError. */
async function configured<Value>(
  { fail }: Context,
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
