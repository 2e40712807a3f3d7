import { dns1123SubdomainName } from '#api/names.ts'
import { onDemand } from '#api/loading/on-demand.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { paramKindColumn } from '#server/resources/parts/admission-registration/policy-parts.ts'
import { defaultMatchResources } from '#server/resources/parts/admission-registration/rules.ts'
import { validateMetadata } from '#server/resources/parts/admission-registration/whole-metadata.ts'
import { admissionregistrationV1beta1 } from '#server/kinds/schemas/admissionregistration-v1beta1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { countSpecChange, startGeneration } from '#server/resources/parts/spec-generation.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { MutatingAdmissionPolicy } from '#server/kinds/types/admissionregistration-v1beta1.ts'

const rules = onDemand(() => import('./validation.ts'))

const strategy: Strategy<MutatingAdmissionPolicy> = {
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
  prepareForCreate: startGeneration,
  validate: (next) => rules.loaded().validatePolicy(next, null),
  prepareForUpdate: countSpecChange,
  validateUpdate: (next, live) => [...validateMetadata(next), ...rules.loaded().validatePolicy(next, live)],
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
