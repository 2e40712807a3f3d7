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
import { deepEqual, type Json } from '#api/json.ts'
import { dns1035Label, dns1123Subdomain, qualifiedName } from '#api/names.ts'
import { validateMatchConditions } from '../admission-parts/match-conditions.ts'
import { validateMatchResources } from '../admission-parts/rules.ts'
import { failurePolicies } from '../admission-parts/webhook-validation.ts'
import { validateConditions } from '../field-checks/conditions.ts'
import { oneOf } from '../field-checks/texts.ts'
import { internalForm } from '../internal-forms/internal-form.ts'
import type {
  AuditAnnotation,
  ParamKind,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
  Validation,
  Variable,
} from '../types/admissionregistration-v1.ts'

const annotationsMax = 20
const valueExpressionBytesMax = 5 * 1024
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']

/** A rule that the server itself checks, in expressions. [VAP1] */
export function validatePolicy(
  next: ValidatingAdmissionPolicy,
  live: ValidatingAdmissionPolicy | null,
): readonly FieldError[] {
  const { spec = {} } = next
  const { paramKind, matchConstraints, matchConditions = [], failurePolicy } = spec
  const hasParams = paramKind !== undefined
  return [
    ...(failurePolicy === undefined
      ? [required('spec.failurePolicy')]
      : oneOf(failurePolicy, 'spec.failurePolicy', failurePolicies)),
    ...(paramKind === undefined ? [] : validateParamKind(paramKind, 'spec.paramKind')),
    ...(matchConstraints === undefined
      ? [required('spec.matchConstraints')]
      : [
          ...validateMatchResources(matchConstraints, 'spec.matchConstraints'),
          ...((matchConstraints.resourceRules ?? []).length === 0
            ? [required('spec.matchConstraints.resourceRules')]
            : []),
        ]),
    ...(live !== null && hasSameConditions(spec, live.spec ?? {})
      ? []
      : validateMatchConditions(matchConditions, { hasParams }, 'spec.matchConditions')),
    ...validateExpressions(spec, next.metadata.name ?? ''),
  ]
}

const hasSameConditions = (next: ValidatingAdmissionPolicySpec, live: ValidatingAdmissionPolicySpec): boolean =>
  deepEqual(next.paramKind ?? null, live.paramKind ?? null) &&
  deepEqual(next.matchConditions ?? [], live.matchConditions ?? [])

/** The kind of objects that a policy takes its parameters from. [VAP2] */
export function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, path: FieldPath): readonly FieldError[] {
  const kindErrors = dns1035Label(kind.toLowerCase())
  return [
    ...validateApiVersion(apiVersion, child(path, 'apiVersion')),
    ...(kind === ''
      ? [required(child(path, 'kind'))]
      : kindErrors.length === 0
        ? []
        : [
            invalid(
              child(path, 'kind'),
              kind,
              `may have mixed case, but should otherwise match: ${kindErrors.join(',')}`,
            ),
          ]),
  ]
}

function validateApiVersion(text: string, path: FieldPath): readonly FieldError[] {
  if (text === '') return [required(path)]
  const words = text === '/' ? [''] : text.split('/')
  if (words.length > 2) return [invalid(path, text, `unexpected GroupVersion string: ${text}`)]
  const version = words.at(-1) ?? ''
  const group = words.length === 2 ? (words[0] ?? '') : ''
  const groupErrors = group === '' ? [] : dns1123Subdomain(group)
  const versionErrors = version === '' ? [] : dns1035Label(version)
  return [
    ...(groupErrors.length === 0 ? [] : [invalid(path, group, groupErrors.join(','))]),
    ...(version === '' ? [invalid(path, text, 'version must be specified')] : []),
    ...(versionErrors.length === 0 ? [] : [invalid(path, version, versionErrors.join(','))]),
  ]
}

function validateExpressions(spec: ValidatingAdmissionPolicySpec, name: string): readonly FieldError[] {
  const { variables = [], validations = [], auditAnnotations = [] } = spec
  const either = 'validations or auditAnnotations must contain at least one item'
  return [
    ...variables.flatMap((variable, at) => validateVariable(variable, index('spec.variables', at))),
    ...(validations.length === 0 && auditAnnotations.length === 0
      ? [required('spec.validations', either), required('spec.auditAnnotations', either)]
      : [
          ...validations.flatMap((each, at) => validateValidation(each, index('spec.validations', at))),
          ...validateAnnotations(auditAnnotations, name),
        ]),
  ]
}

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)
const isIdentifier = (name: string): boolean => /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reserved.has(name)

function validateVariable({ name = '', expression = '' }: Variable, path: FieldPath): readonly FieldError[] {
  return [
    ...(name.trim() === ''
      ? [required(child(path, 'name'), 'name is not specified')]
      : isIdentifier(name)
        ? []
        : [invalid(child(path, 'name'), name, 'must be a valid CEL identifier')]),
    ...(expression.trim() === '' ? [required(child(path, 'expression'), 'expression is not specified')] : []),
  ]
}

function validateValidation(validation: Validation, path: FieldPath): readonly FieldError[] {
  const { expression = '', message = '', messageExpression = '', reason } = validation
  return [
    ...(expression.trim() === '' ? [required(child(path, 'expression'), 'expression is not specified')] : []),
    ...(messageExpression !== '' && messageExpression.trim() === ''
      ? [invalid(child(path, 'messageExpression'), messageExpression, 'must be non-empty if specified')]
      : []),
    ...validateMessage(message, child(path, 'message')),
    ...(reason === undefined || reasons.includes(reason) ? [] : [notSupported(child(path, 'reason'), reason, reasons)]),
  ]
}

function validateMessage(message: string, path: FieldPath): readonly FieldError[] {
  if (message !== '' && message.trim() === '') return [invalid(path, message, 'must be non-empty if specified')]
  return /[\n\r]/.test(message.trim()) ? [invalid(path, message, 'must not contain line breaks')] : []
}

function validateAnnotations(annotations: readonly AuditAnnotation[], name: string): readonly FieldError[] {
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
      return [...validateAnnotation(annotation, name, here), ...(again ? [duplicate(child(here, 'key'), key)] : [])]
    }),
  ]
}

function validateAnnotation(annotation: AuditAnnotation, name: string, path: FieldPath): readonly FieldError[] {
  const { key = '', valueExpression = '' } = annotation
  const whole = `${name}/${key}`
  const expressionPath = child(path, 'valueExpression')
  const bytes = new TextEncoder().encode(valueExpression.trim()).length
  return [
    ...(name === ''
      ? [invalid(child(path, 'key'), key, 'requires metadata.name be non-empty')]
      : qualifiedName(whole).map((text) => invalid(child(path, 'key'), whole, text))),
    ...(bytes === 0 ? [required(expressionPath, 'valueExpression is not specified')] : []),
    ...(bytes > valueExpressionBytesMax
      ? [required(expressionPath, `must not exceed ${valueExpressionBytesMax} bytes in length`)]
      : []),
  ]
}

/** What a type checker found, and conditions. [VAP3] */
export function validatePolicyStatus({
  typeChecking,
  conditions = [],
}: ValidatingAdmissionPolicyStatus): readonly FieldError[] {
  const path = 'status.typeChecking.expressionWarnings'
  return [
    ...(typeChecking?.expressionWarnings ?? []).flatMap(({ warning = '', fieldRef = '' }, at) => [
      ...(warning === '' ? [required(child(index(path, at), 'warning'))] : []),
      ...(fieldRef.trim() === '' ? [required(child(index(path, at), 'fieldRef'))] : []),
    ]),
    ...validateConditions(conditions, 'status.conditions'),
  ]
}
