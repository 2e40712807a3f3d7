import { noTypes } from '#expressions/admission-environment.ts'
import { type FieldError, type FieldPath, child, index, invalid, notSupported, required } from '#api/field-error.ts'
import type { CelType } from '#cel/cel.ts'
import { type ReturnTypes, returnsJsonPatch, returnsObject } from '#expressions/compile-expression.ts'
import { levelOf, validateExpression } from '#server/resources/parts/admission-registration/expressions.ts'
import { validateMutatingOperations } from '#server/resources/parts/admission-registration/mutating-operations.ts'
import {
  validateCommonFields,
  validateConditionsOf,
} from '#server/resources/parts/admission-registration/policy-validation.ts'
import { validateVariable } from '#server/resources/parts/admission-registration/variables.ts'
import { requireOneOf } from '#server/resources/parts/validation/texts.ts'
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicySpec,
  Mutation,
} from '#server/kinds/types/admissionregistration-v1beta1.ts'

const patchTypes = ['ApplyConfiguration', 'JSONPatch']
const reinvocationPolicies = ['IfNeeded', 'Never']

/** Validates a policy that mutates objects with expressions. [MAP1] */
export function validatePolicy(
  { spec = {} }: MutatingAdmissionPolicy,
  live: MutatingAdmissionPolicy | null,
): readonly FieldError[] {
  const { matchConstraints, reinvocationPolicy } = spec
  return [
    ...validateCommonFields(spec),
    ...validateMutatingOperations(matchConstraints, 'spec.matchConstraints'),
    ...validateConditionsOf(spec, live === null ? null : (live.spec ?? {})),
    ...validateExpressions(spec, live?.spec ?? {}),
    ...requireOneOf(reinvocationPolicy, 'spec.reinvocationPolicy', reinvocationPolicies),
  ]
}

/** The context in which a mutation of a policy is validated. */
interface PolicyContext {
  readonly hasParams: boolean
  readonly variables: Record<string, CelType>
  readonly stored: ReadonlySet<string>
}

/** Compiles each expression in its evaluation environment: variables first, then mutations. [MAP2] */
function validateExpressions(
  { variables = [], mutations = [], paramKind }: MutatingAdmissionPolicySpec,
  live: MutatingAdmissionPolicySpec,
): readonly FieldError[] {
  const context: PolicyContext = {
    hasParams: paramKind !== undefined,
    variables: noTypes(),
    stored: mutationExpressions(live),
  }
  const path = 'spec.mutations'
  return [
    ...variables.flatMap((each, at) =>
      validateVariable(each, { ...context, stored: new Set() }, index('spec.variables', at)),
    ),
    ...(mutations.length === 0
      ? [required(path, 'mutations must contain at least one item')]
      : mutations.flatMap((each, at) => validateMutation(each, context, index(path, at)))),
  ]
}

const mutationExpressions = ({ mutations = [] }: MutatingAdmissionPolicySpec): ReadonlySet<string> =>
  new Set(
    mutations.map(({ applyConfiguration, jsonPatch }) => (applyConfiguration ?? jsonPatch)?.expression?.trim() ?? ''),
  )

/** Requires exactly the expression that matches the type of the mutation. */
function validateMutation(mutation: Mutation, context: PolicyContext, path: FieldPath): readonly FieldError[] {
  const { patchType = '', applyConfiguration, jsonPatch } = mutation
  if (patchType === '') return [required(child(path, 'patchType'))]
  const apply = { name: 'applyConfiguration', given: applyConfiguration, returns: returnsObject }
  const patch = { name: 'jsonPatch', given: jsonPatch, returns: returnsJsonPatch }
  if (patchType === 'JSONPatch') return validateParts(patchType, { wanted: patch, other: apply }, context, path)
  if (patchType === 'ApplyConfiguration')
    return validateParts(patchType, { wanted: apply, other: patch }, context, path)
  return [notSupported(child(path, 'patchType'), patchType, patchTypes)]
}

interface Part {
  readonly name: string
  readonly given: { readonly expression?: string | undefined } | undefined
  readonly returns: ReturnTypes
}

function validateParts(
  type: string,
  { wanted, other }: { readonly wanted: Part; readonly other: Part },
  context: PolicyContext,
  path: FieldPath,
): readonly FieldError[] {
  const here = child(path, wanted.name)
  return [
    ...(wanted.given === undefined
      ? [required(here, `must be specified when patchType is ${type}`)]
      : validatePatch(
          wanted.given.expression ?? '',
          { ...context, returns: wanted.returns },
          child(here, 'expression'),
        )),
    ...(other.given === undefined
      ? []
      : [invalid(child(path, other.name), `{${other.name}}`, `must not be specified when patchType is ${type}`)]),
  ]
}

function validatePatch(
  expression: string,
  { hasParams, variables, stored, returns }: PolicyContext & Pick<Part, 'returns'>,
  path: FieldPath,
): readonly FieldError[] {
  const source = expression.trim()
  if (source === '') return [required(path)]
  const level = levelOf(source, stored)
  return validateExpression(
    source,
    { hasParams, hasAuthorizer: true, variables, level, canPatch: true },
    { returns, path },
  )
}
