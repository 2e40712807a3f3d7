import {
  type FieldError,
  type FieldPath,
  child,
  duplicate,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { dns1123Subdomain, dns1123SubdomainName, pathSegmentName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { defaultMatchResources, validateMatchResources } from '../admission-parts/rules.ts'
import { validateMetadata } from '../admission-parts/whole-metadata.ts'
import { structSchema } from '../kind-schema.ts'
import { validateLabelSelector } from '../label-selectors/label-selectors.ts'
import { storedVerbs } from '../resource-verbs.ts'
import { countSpecChange, startGeneration } from '../spec-generation.ts'
import { ageColumn, kindColumn, nameColumn } from '../table-columns.ts'
import type { ParamRef, ValidatingAdmissionPolicyBinding } from '../types/admissionregistration-v1.ts'

const actions = ['Audit', 'Deny', 'Warn']

/** Where a policy holds, with which parameters, and what comes of a violation. [VPB1] */
function validate({ spec = {} }: ValidatingAdmissionPolicyBinding): readonly FieldError[] {
  const { policyName = '', paramRef, matchResources, validationActions = [] } = spec
  return [
    ...(policyName === ''
      ? [required('spec.policyName')]
      : dns1123Subdomain(policyName).map((text) => invalid('spec.policyName', policyName, text))),
    ...(paramRef === undefined ? [] : validateParamRef(paramRef, 'spec.paramRef')),
    ...validateMatchResources(matchResources, 'spec.matchResources'),
    ...validateActions(validationActions, 'spec.validationActions'),
  ]
}

/** Which objects of the policy's kind are its parameters. [VPB2] */
function validateParamRef(ref: ParamRef, path: FieldPath): readonly FieldError[] {
  const { name = '', selector, parameterNotFoundAction: absent = '' } = ref
  const both = 'name and selector are mutually exclusive'
  const hasBoth = name !== '' && selector !== undefined
  return [
    ...(name === '' ? [] : pathSegmentName(name).map((text) => invalid(child(path, 'name'), name, text))),
    ...(hasBoth ? [forbidden(child(path, 'name'), both)] : []),
    ...validateLabelSelector(selector, child(path, 'selector')),
    ...(hasBoth ? [forbidden(child(path, 'selector'), both)] : []),
    ...(name === '' && selector === undefined ? [required(path, 'one of name or selector must be specified')] : []),
    ...(absent === ''
      ? [required(child(path, 'parameterNotFoundAction'))]
      : absent === 'Deny' || absent === 'Allow'
        ? []
        : [notSupported(child(path, 'parameterNotFoundAction'), absent, ['Deny', 'Allow'])]),
  ]
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

const strategy: Strategy<ValidatingAdmissionPolicyBinding> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  allowUnconditionalUpdate: false,
  /** [DA2] */
  default: ({ spec }) => defaultMatchResources(spec?.matchResources),
  prepareForCreate: startGeneration,
  validate,
  prepareForUpdate: countSpecChange,
  validateUpdate: (next) => [...validateMetadata(next), ...validate(next)],
}

function paramText({ spec }: ValidatingAdmissionPolicyBinding): string {
  const { paramRef } = spec ?? {}
  if (paramRef === undefined) return '<unset>'
  const { name = '', namespace = '' } = paramRef
  return namespace === '' ? name : `${namespace}/${name}`
}

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
  schema: structSchema('admissionregistration.v1.ValidatingAdmissionPolicyBinding'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<ValidatingAdmissionPolicyBinding>(
      'PolicyName',
      'The policy that it puts in force.',
      ({ spec }) => spec?.policyName ?? '',
    ),
    kindColumn<ValidatingAdmissionPolicyBinding>('ParamRef', 'The parameters it uses.', paramText),
    ageColumn,
  ],
}
