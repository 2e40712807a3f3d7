import { dns1123SubdomainName } from '#api/names.ts'
import { onDemand } from '#api/loading/on-demand.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { paramKindColumn } from '#server/resources/parts/admission-registration/policy-parts.ts'
import { defaultMatchResources } from '#server/resources/parts/admission-registration/rules.ts'
import { validateMetadata } from '#server/resources/parts/admission-registration/whole-metadata.ts'
import { keepMetadata } from '#server/resources/parts/kept-metadata.ts'
import { admissionregistrationV1 } from '#server/kinds/schemas/admissionregistration-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { countSpecChange } from '#server/resources/parts/spec-generation.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ValidatingAdmissionPolicy } from '#server/kinds/types/admissionregistration-v1.ts'
import { keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'

const rules = onDemand(() => import('./validation.ts'))

const strategy: Strategy<ValidatingAdmissionPolicy> = {
  load: rules.load,
  validateName: dns1123SubdomainName,
  anyFinalizer: true,
  metadataOnUpdate: 'own',
  allowUnconditionalUpdate: false,
  /** [DA2] */
  default(next) {
    next.spec ??= {}
    next.spec.failurePolicy ??= 'Fail'
    defaultMatchResources(next.spec.matchConstraints)
  },
  prepareForCreate(next) {
    next.status = {}
    next.metadata.generation = 1
  },
  validate: (next) => rules.loaded().validatePolicy(next, null),
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    countSpecChange(next, live)
  },
  validateUpdate: (next, live) => [...validateMetadata(next), ...rules.loaded().validatePolicy(next, live)],
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
