import { onDemand } from '#api/loading/on-demand.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { specStrategy } from '#server/resources/parts/admission-registration/admission-strategy.ts'
import { defaultPolicy, paramKindColumn } from '#server/resources/parts/admission-registration/policy-parts.ts'
import { keepMetadata } from '#server/resources/parts/kept-metadata.ts'
import { admissionregistrationV1 } from '#server/kinds/schemas/admissionregistration-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ValidatingAdmissionPolicy } from '#server/kinds/types/admissionregistration-v1.ts'
import { keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'

const rules = onDemand(() => import('./validation.ts'))

const ofSpec = specStrategy<ValidatingAdmissionPolicy>({
  setDefaults: defaultPolicy,
  validate: (next, live) => rules.loaded().validatePolicy(next, live),
})

const strategy: Strategy<ValidatingAdmissionPolicy> = {
  ...ofSpec,
  load: rules.load,
  prepareForCreate(next, context) {
    next.status = {}
    ofSpec.prepareForCreate?.(next, context)
  },
  prepareForUpdate(next, live, context) {
    keepStatus(next, live)
    ofSpec.prepareForUpdate?.(next, live, context)
  },
}

/** A status update keeps all metadata except managedFields. [VAP3] */
const statusStrategy: Strategy<ValidatingAdmissionPolicy> = {
  ...strategy,
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    keepMetadata(next, live)
  },
  validateUpdate: ({ status = {} }) => rules.loaded().validatePolicyStatus(status),
}

/** admissionregistration.orch.io/v1 ValidatingAdmissionPolicy: validates requests with CEL expressions. [VAP1] */
export const validatingadmissionpolicies: ResourceDefinition = {
  group: 'admissionregistration.orch.io',
  version: 'v1',
  resource: 'validatingadmissionpolicies',
  singular: 'validatingadmissionpolicy',
  kind: 'ValidatingAdmissionPolicy',
  namespaced: false,
  categories: ['api-extensions'],
  verbs: storedVerbs,
  schema: admissionregistrationV1.schema('ValidatingAdmissionPolicy'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<ValidatingAdmissionPolicy>(
      'Validations',
      'The number of validations.',
      ({ spec }) => spec?.validations?.length ?? 0,
      { type: 'integer' },
    ),
    paramKindColumn,
    ageColumn,
  ],
}
