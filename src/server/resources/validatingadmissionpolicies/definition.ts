import { dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { paramKindColumn } from '../admission-parts/policy-parts.ts'
import { defaultMatchResources } from '../admission-parts/rules.ts'
import { validateMetadata } from '../admission-parts/whole-metadata.ts'
import { keepMetadata } from '../customresourcedefinitions/kept-metadata.ts'
import { structSchema } from '../kind-schema.ts'
import { storedVerbs, viewVerbs } from '../resource-verbs.ts'
import { countSpecChange } from '../spec-generation.ts'
import { ageColumn, kindColumn, nameColumn } from '../table-columns.ts'
import type { ValidatingAdmissionPolicy } from '../types/admissionregistration-v1.ts'
import { keepSpec, keepStatus } from '../workload-parts/generation.ts'
import { validatePolicy, validatePolicyStatus } from './validation.ts'

const strategy: Strategy<ValidatingAdmissionPolicy> = {
  validateName: dns1123SubdomainName,
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
  validate: (next) => validatePolicy(next, null),
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    countSpecChange(next, live)
  },
  validateUpdate: (next, live) => [...validateMetadata(next), ...validatePolicy(next, live)],
}

/** Of metadata, a write of the status takes only what says who owns which field. [VAP3] */
const statusStrategy: Strategy<ValidatingAdmissionPolicy> = {
  ...strategy,
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    keepMetadata(next, live)
  },
  validateUpdate: ({ status = {} }) => validatePolicyStatus(status),
}

/** admissionregistration.orch.io/v1 ValidatingAdmissionPolicy: what a write must be like, in expressions. [VAP1] */
export const validatingadmissionpolicies: ResourceDefinition = {
  group: 'admissionregistration.orch.io',
  version: 'v1',
  resource: 'validatingadmissionpolicies',
  singular: 'validatingadmissionpolicy',
  kind: 'ValidatingAdmissionPolicy',
  namespaced: false,
  categories: ['api-extensions'],
  verbs: storedVerbs,
  schema: structSchema('admissionregistration.v1.ValidatingAdmissionPolicy'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<ValidatingAdmissionPolicy>(
      'Validations',
      'How many expressions a write must satisfy.',
      ({ spec }) => spec?.validations?.length ?? 0,
      { type: 'integer' },
    ),
    paramKindColumn,
    ageColumn,
  ],
}
