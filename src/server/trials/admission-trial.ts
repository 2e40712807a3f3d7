import { ApiError, badRequest } from '#api/api-error.ts'
import { PER_CALL_LIMIT, RUNTIME_CEL_COST_BUDGET } from '#cel/cel.ts'
import type { AdmissionSample, AdmissionTrial, AdmissionTrialRequest } from '#facts/admission-trial-api.ts'
import { objectKind } from '#server/admission/dynamic/versioned.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import type { StrategyContext } from '#server/registry/strategy.ts'
import { policyTrial } from './policy-trial.ts'
import type { TrySample } from './sample-trial.ts'
import { schemaTrial } from './schema-trial.ts'
import { readAs } from './trial-attributes.ts'
import { trialReader, typeOf } from './trial-reader.ts'

const limits = { call: PER_CALL_LIMIT, object: RUNTIME_CEL_COST_BUDGET }
const policyKinds: ReadonlySet<string> = new Set(['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'])

/** Tries a draft on samples. @throws ApiError BadRequest, Invalid if the draft cannot be tried [PTR1] */
export async function tryAdmission(request: AdmissionTrialRequest, server: ServerContext): Promise<AdmissionTrial> {
  const trySample = trialOf(request, server)
  return { samples: await Promise.all(request.samples.map(trySample)), limits }
}

/** Returns the trial of a draft. @throws ApiError Invalid */
export function trialOf(
  { draft, bindings, objects, explain }: AdmissionTrialRequest,
  server: ServerContext,
): TrySample {
  const definition = typeOf(server.resources().definitions, draft)
  try {
    if (definition?.kind === 'CustomResourceDefinition') {
      const crd = readAs(draft, objectKind(definition, '')) as CustomResourceDefinition
      return schemaTrial(crd, (user) => contextOf(server, user), explain)
    }
    if (definition !== undefined && policyKinds.has(definition.kind))
      return policyTrial({ definition, draft, bindings, explain }, server, trialReader(server, objects))
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError('Invalid', error.message)
    throw error
  }
  throw badRequest('draft is a policy or a custom resource definition that this server serves')
}

const contextOf = ({ registry }: ServerContext, user: AdmissionSample['user']): StrategyContext => ({
  nowMs: registry.clock.now(),
  dryRun: true,
  user,
  random: registry.random,
  uid: registry.uid,
})
