import { type FieldError, type FieldPath, duplicate, index, invalid, notSupported, required } from '#api/field-error.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { specStrategy } from '#server/resources/parts/admission-registration/admission-strategy.ts'
import { bindingColumns, validateBinding } from '#server/resources/parts/admission-registration/binding-parts.ts'
import { defaultMatchResources } from '#server/resources/parts/admission-registration/rules.ts'
import { admissionregistrationV1 } from '#server/kinds/schemas/admissionregistration-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ValidatingAdmissionPolicyBinding } from '#server/kinds/types/admissionregistration-v1.ts'

const actions = ['Audit', 'Deny', 'Warn']

/** Validates where a policy applies, with which parameters, and the action on a violation. [VPB1] */
function validate({ spec = {} }: ValidatingAdmissionPolicyBinding): readonly FieldError[] {
  return [...validateBinding(spec, 'spec'), ...validateActions(spec.validationActions ?? [], 'spec.validationActions')]
}

function validateActions(asked: readonly string[], path: FieldPath): readonly FieldError[] {
  const seen = new Set<string>()
  const errors = asked.flatMap((action, at) => {
    const again = seen.has(action)
    seen.add(action)
    return [
      ...(actions.includes(action) ? [] : [notSupported(index(path, at), action, actions)]),
      ...(again ? [duplicate(index(path, at), action)] : []),
    ]
  })
  return [
    ...errors,
    ...(seen.has('Deny') && seen.has('Warn')
      ? [
          invalid(
            path,
            [...asked],
            'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
          ),
        ]
      : []),
    ...(asked.length === 0 ? [required(path, 'at least one validation action is required')] : []),
  ]
}

const strategy = specStrategy<ValidatingAdmissionPolicyBinding>({
  /** [DA2] */
  setDefaults: ({ spec }) => defaultMatchResources(spec?.matchResources),
  validate,
})

/** admissionregistration.orch.io/v1 ValidatingAdmissionPolicyBinding. [VPB1] */
export const validatingadmissionpolicybindings: ResourceDefinition = {
  group: 'admissionregistration.orch.io',
  version: 'v1',
  resource: 'validatingadmissionpolicybindings',
  singular: 'validatingadmissionpolicybinding',
  kind: 'ValidatingAdmissionPolicyBinding',
  namespaced: false,
  categories: ['api-extensions'],
  verbs: storedVerbs,
  schema: admissionregistrationV1.schema('ValidatingAdmissionPolicyBinding'),
  strategy,
  columns: [nameColumn, ...bindingColumns, ageColumn],
}
