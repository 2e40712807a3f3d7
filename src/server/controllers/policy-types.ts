import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import { followCollection } from '#client/follow.ts'
import { type CheckedKind, type CheckedPolicy, typeWarnings } from '#expressions/type-warnings.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { isConflict, isNotFound } from '#server/controllers/garbage-collector/owner-finder.ts'
import { ownClient } from '#server/controllers/shared/own-client.ts'
import { matchedKinds, type MatchedSpec, parameterKind, typedKinds } from '#policy/policy-kinds.ts'
import { controlsOf, createWorkQueue } from '#server/controllers/shared/work-queue.ts'

const apiVersion = 'admissionregistration.orch.io/v1'
const path = `/apis/${apiVersion}/validatingadmissionpolicies`
const manager = 'validatingadmissionpolicy-status'

/** Checks the types of expressions in validating policies, once per generation, and writes what is wrong. [VAP12] */
export function startPolicyTypeCheck({ fetch, clock, changed }: ControllerHost): Controller {
  const { client, headers } = ownClient(fetch, manager)
  const ending = new AbortController()
  const policies = new Map<string, ApiObject>()
  const queue = createWorkQueue({
    name: 'validatingadmissionpolicy-status',
    clock,
    changed,
    sync: (name) => checkPolicy(client, policies.get(name)),
  })
  const follow = (policy: ApiObject): void => {
    const { name = '' } = policy.metadata
    policies.set(name, policy)
    queue.add(name)
  }
  void followCollection({
    fetch,
    path,
    headers,
    signal: ending.signal,
    onList(items) {
      policies.clear()
      for (const each of items) follow(each)
    },
    onEvent({ type, object }) {
      if (type === 'DELETED') policies.delete(object.metadata.name ?? '')
      else follow(object)
    },
    pause: (ms) => new Promise((resolve) => void clock.after(ms, resolve)),
  })
  return {
    ...controlsOf(queue),
    stop() {
      ending.abort()
      queue.stop()
    },
  }
}

/** Returns false to try again. */
async function checkPolicy(client: ApiClient, policy: ApiObject | undefined): Promise<boolean> {
  if (policy === undefined) return true
  const { name = '', generation = 0 } = policy.metadata
  const present = isObject(policy['status']) ? policy['status'] : {}
  if (Number(present['observedGeneration'] ?? 0) >= generation) return true
  const spec = (policy['spec'] ?? {}) as CheckedPolicy & MatchedSpec
  const expressionWarnings = typeWarnings(spec, await kindsOf(client, spec), await parametersOf(client, spec))
  const typeChecking: JsonObject =
    expressionWarnings.length === 0 ? {} : { expressionWarnings: [...expressionWarnings] }
  const status = { observedGeneration: generation, typeChecking }
  try {
    await client.apply(
      `${path}/${encodeURIComponent(name)}/status`,
      { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name }, status },
      manager,
    )
    return true
  } catch (error) {
    if (isNotFound(error, name)) return true
    if (isConflict(error)) return false
    throw error
  }
}

const kindsOf = async (client: ApiClient, spec: MatchedSpec): Promise<readonly CheckedKind[]> =>
  typedKinds(client, await matchedKinds(client, spec))

async function parametersOf(client: ApiClient, spec: MatchedSpec) {
  const kind = parameterKind(spec)
  const [known] = kind === null ? [] : await typedKinds(client, [kind])
  return known?.type ?? null
}
