import { onDemand } from '#api/loading/on-demand.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { specStrategy } from '#server/resources/parts/admission-registration/admission-strategy.ts'
import { defaultPolicy, paramKindColumn } from '#server/resources/parts/admission-registration/policy-parts.ts'
import { admissionregistrationV1beta1 } from '#server/kinds/schemas/admissionregistration-v1beta1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { MutatingAdmissionPolicy } from '#server/kinds/types/admissionregistration-v1beta1.ts'

const rules = onDemand(() => import('./validation.ts'))

const strategy: Strategy<MutatingAdmissionPolicy> = {
  load: rules.load,
  ...specStrategy<MutatingAdmissionPolicy>({
    setDefaults: defaultPolicy,
    validate: (next, live) => rules.loaded().validatePolicy(next, live),
  }),
}

/** admissionregistration.orch.io/v1beta1 MutatingAdmissionPolicy: mutates requests with CEL expressions. [MAP1] */
export const mutatingadmissionpolicies: ResourceDefinition = {
  group: 'admissionregistration.orch.io',
  version: 'v1beta1',
  feature: 'MutatingAdmissionPolicy',
  resource: 'mutatingadmissionpolicies',
  singular: 'mutatingadmissionpolicy',
  kind: 'MutatingAdmissionPolicy',
  namespaced: false,
  categories: ['api-extensions'],
  verbs: storedVerbs,
  schema: admissionregistrationV1beta1.schema('MutatingAdmissionPolicy'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<MutatingAdmissionPolicy>(
      'Mutations',
      'The number of mutations.',
      ({ spec }) => spec?.mutations?.length ?? 0,
      { type: 'integer' },
    ),
    paramKindColumn,
    ageColumn,
  ],
}
