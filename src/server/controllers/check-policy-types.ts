import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import { type CheckedKind, type CheckedPolicy, typeWarnings } from '#expressions/type-warnings.ts'
import { isConflict, isNotFound } from '#server/controllers/garbage-collector/owner-finder.ts'
import { matchedKinds, type MatchedSpec, parameterKind, typedKinds } from '#policy/policy-kinds.ts'

const apiVersion = 'admissionregistration.orch.io/v1'
const path = `/apis/${apiVersion}/validatingadmissionpolicies`
const manager = 'validatingadmissionpolicy-status'

/** Checks the types of one policy and writes what is wrong. Returns false to try again. [VAP12] */
export async function checkPolicy(client: ApiClient, policy: ApiObject | undefined): Promise<boolean> {
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
