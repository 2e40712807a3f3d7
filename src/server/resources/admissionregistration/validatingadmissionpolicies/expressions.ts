import { noTypes } from '#expressions/admission-environment.ts'
import {
  type FieldError,
  type FieldPath,
  child,
  duplicate,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import type { Json } from '#api/json.ts'
import { qualifiedName } from '#api/names.ts'
import type { CelType } from '#cel/cel.ts'
import { returnsBool, returnsString, returnsStringOrNull } from '#expressions/compile-expression.ts'
import { levelOf, validateExpression } from '#server/resources/parts/admission-registration/expressions.ts'
import { validateVariable } from '#server/resources/parts/admission-registration/variables.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import type {
  AuditAnnotation,
  ValidatingAdmissionPolicySpec,
  Validation,
} from '#server/kinds/types/admissionregistration-v1.ts'

const annotationsMax = 20
const valueExpressionBytesMax = 5 * 1024
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']

/** The context in which an expression of a policy is validated. */
interface PolicyContext {
  /** The name of the policy. */
  readonly name: string
  readonly hasParams: boolean
  /** Types of the variables compiled so far; `null` for a policy without variables. */
  readonly variables: Record<string, CelType> | null
  /** Expressions that are already stored, by purpose. */
  readonly stored: {
    readonly validations: ReadonlySet<string>
    readonly messages: ReadonlySet<string>
    readonly annotations: ReadonlySet<string>
  }
}

/** Compiles each variable, validation and audit annotation in its evaluation environment. [VAP4] */
export function validateExpressions(
  spec: ValidatingAdmissionPolicySpec,
  { name, live }: { readonly name: string; readonly live: ValidatingAdmissionPolicySpec },
): readonly FieldError[] {
  const { variables = [], validations = [], auditAnnotations = [] } = spec
  const context: PolicyContext = {
    name,
    hasParams: spec.paramKind !== undefined,
    variables: variables.length === 0 ? null : noTypes(),
    stored: {
      validations: new Set((live.validations ?? []).map(({ expression = '' }) => expression)),
      messages: new Set((live.validations ?? []).map(({ messageExpression = '' }) => messageExpression)),
      annotations: new Set((live.auditAnnotations ?? []).map(({ valueExpression = '' }) => valueExpression)),
    },
  }
  const either = 'validations or auditAnnotations must contain at least one item'
  return [
    ...variables.flatMap((variable, at) =>
      validateVariable(variable, { ...context, stored: context.stored.validations }, index('spec.variables', at)),
    ),
    ...(validations.length === 0 && auditAnnotations.length === 0
      ? [required('spec.validations', either), required('spec.auditAnnotations', either)]
      : [
          ...validations.flatMap((each, at) => validateValidation(each, context, index('spec.validations', at))),
          ...validateAnnotations(auditAnnotations, context),
        ]),
  ]
}

function validateValidation(validation: Validation, context: PolicyContext, path: FieldPath): readonly FieldError[] {
  const { expression = '', message = '', messageExpression = '', reason } = validation
  const { hasParams, variables, stored } = context
  const level = levelOf(expression, stored.validations)
  const declared = { hasParams, hasAuthorizer: true, variables, level }
  return [
    ...(expression.trim() === ''
      ? [required(child(path, 'expression'), 'expression is not specified')]
      : validateExpression(expression, declared, { returns: returnsBool, path: child(path, 'expression') })),
    ...validateMessageExpression(messageExpression, context, child(path, 'messageExpression')),
    ...validateMessage(message, child(path, 'message')),
    ...(reason === undefined || reasons.includes(reason) ? [] : [notSupported(child(path, 'reason'), reason, reasons)]),
  ]
}

/** A message must not depend on the permissions of its reader: no authorizer, and parameters only as in conditions. */
function validateMessageExpression(
  source: string,
  { hasParams, variables, stored }: PolicyContext,
  path: FieldPath,
): readonly FieldError[] {
  if (source === '') return []
  if (source.trim() === '') return [invalid(path, source, 'must be non-empty if specified')]
  const declared = { hasParams, hasAuthorizer: false, variables, level: levelOf(source, stored.messages) }
  return validateExpression(source, declared, { returns: returnsString, path })
}

function validateMessage(message: string, path: FieldPath): readonly FieldError[] {
  if (message !== '' && message.trim() === '') return [invalid(path, message, 'must be non-empty if specified')]
  return /[\n\r]/.test(message.trim()) ? [invalid(path, message, 'must not contain line breaks')] : []
}

function validateAnnotations(annotations: readonly AuditAnnotation[], context: PolicyContext): readonly FieldError[] {
  const path = 'spec.auditAnnotations'
  const keys = new Set<string>()
  const shown = (): Json => annotations.map((each) => internalForm('admissionregistration.v1.AuditAnnotation', each))
  return [
    ...(annotations.length > annotationsMax
      ? [invalid(path, shown(), `must not have more than ${annotationsMax} auditAnnotations`)]
      : []),
    ...annotations.flatMap((annotation, at) => {
      const { key = '' } = annotation
      const here = index(path, at)
      const again = keys.has(key)
      keys.add(key)
      return [...validateAnnotation(annotation, context, here), ...(again ? [duplicate(child(here, 'key'), key)] : [])]
    }),
  ]
}

function validateAnnotation(
  { key = '', valueExpression = '' }: AuditAnnotation,
  { name, hasParams, variables, stored }: PolicyContext,
  path: FieldPath,
): readonly FieldError[] {
  const whole = `${name}/${key}`
  const keyErrors =
    name === ''
      ? [invalid(child(path, 'key'), key, 'requires metadata.name be non-empty')]
      : qualifiedName(whole).map((text) => invalid(child(path, 'key'), whole, text))
  const here = child(path, 'valueExpression')
  const source = valueExpression.trim()
  const bytes = new TextEncoder().encode(source).length
  if (bytes === 0) return [...keyErrors, required(here, 'valueExpression is not specified')]
  if (bytes > valueExpressionBytesMax)
    return [...keyErrors, required(here, `must not exceed ${valueExpressionBytesMax} bytes in length`)]
  const level = levelOf(valueExpression, stored.annotations)
  const declared = { hasParams, hasAuthorizer: true, variables, level }
  const options = { returns: returnsStringOrNull, path: here, shown: valueExpression }
  return [...keyErrors, ...validateExpression(source, declared, options)]
}
