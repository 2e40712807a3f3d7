import type { FieldError } from '#api/field-error.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { specStrategy } from '#server/resources/parts/admission-registration/admission-strategy.ts'
import { bindingColumns, validateBinding } from '#server/resources/parts/admission-registration/binding-parts.ts'
import { validateMutatingOperations } from '#server/resources/parts/admission-registration/mutating-operations.ts'
import { defaultMatchResources } from '#server/resources/parts/admission-registration/rules.ts'
import { admissionregistrationV1beta1 } from '#server/kinds/schemas/admissionregistration-v1beta1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { MutatingAdmissionPolicyBinding } from '#server/kinds/types/admissionregistration-v1beta1.ts'

const validate = ({ spec = {} }: MutatingAdmissionPolicyBinding): readonly FieldError[] => [
  ...validateBinding(spec, 'spec'),
  ...validateMutatingOperations(spec.matchResources, 'spec.matchResources'),
]

const strategy = specStrategy<MutatingAdmissionPolicyBinding>({
  /** [DA2] */
  setDefaults: ({ spec }) => defaultMatchResources(spec?.matchResources),
  validate,
})

/** admissionregistration.orch.io/v1beta1 MutatingAdmissionPolicyBinding. [MAP1] */
export const mutatingadmissionpolicybindings: ResourceDefinition = {
  group: 'admissionregistration.orch.io',
  version: 'v1beta1',
  feature: 'MutatingAdmissionPolicy',
  resource: 'mutatingadmissionpolicybindings',
  singular: 'mutatingadmissionpolicybinding',
  kind: 'MutatingAdmissionPolicyBinding',
  namespaced: false,
  categories: ['api-extensions'],
  verbs: storedVerbs,
  schema: admissionregistrationV1beta1.schema('MutatingAdmissionPolicyBinding'),
  strategy,
  columns: [nameColumn, ...bindingColumns, ageColumn],
}
