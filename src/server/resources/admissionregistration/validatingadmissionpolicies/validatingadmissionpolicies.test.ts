import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { validatingadmissionpolicybindings } from '#server/resources/admissionregistration/validatingadmissionpolicybindings/definition.ts'
import { validatingadmissionpolicies } from './definition.ts'

const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }
const spec: JsonObject = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] }
const errorsOf = (changes: JsonObject): readonly string[] =>
  tryCreate(validatingadmissionpolicies, { spec: { ...spec, ...changes } }).errors

test('[VAP1] a policy requires match constraints and at least one validation or audit annotation', () => {
  expect(errorsOf({})).toEqual([])
  expect(tryCreate(validatingadmissionpolicies, {}).errors).toEqual([
    'spec.matchConstraints: Required value',
    'spec.validations: Required value: validations or auditAnnotations must contain at least one item',
    'spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item',
  ])
  expect(
    errorsOf({ validations: [{ expression: ' ', message: ' ', messageExpression: ' ', reason: 'Gone' }] }),
  ).toEqual([
    'spec.validations[0].expression: Required value: expression is not specified',
    'spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
    'spec.validations[0].message: Invalid value: " ": must be non-empty if specified',
    'spec.validations[0].reason: Unsupported value: "Gone": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
  ])
  expect(errorsOf({ variables: [{ name: 'in', expression: '1' }] })).toEqual([
    'spec.variables[0].name: Invalid value: "in": must be a valid CEL identifier',
  ])
})

test('[VAP2] paramKind requires an apiVersion and a kind', () => {
  expect(errorsOf({ paramKind: {} })).toEqual([
    'spec.paramKind.apiVersion: Required value',
    'spec.paramKind.kind: Required value',
  ])
  expect(errorsOf({ paramKind: { apiVersion: 'a/b/c', kind: 'ConfigMap' } })).toEqual([
    'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
  ])
  const { object } = tryCreate(validatingadmissionpolicies, {
    spec: { ...spec, paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
  })
  object.metadata.creationTimestamp = '2024-01-01T00:00:00Z'
  expect(cellsOf(validatingadmissionpolicies, object)).toEqual(['x', 1, 'v1/ConfigMap', '24h'])
})

test('[VAP3] the status is a subresource: it takes type-check warnings and conditions, but no other metadata', () => {
  const { object: live } = tryCreate(validatingadmissionpolicies, { spec, status: { observedGeneration: 5 } })
  expect(live['status']).toEqual({})
  const sent = { metadata: { labels: { a: 'b' } }, spec: {}, status: { observedGeneration: 1 } }
  const { object, errors } = tryUpdate(validatingadmissionpolicies, live, sent, 'status')
  expect(errors).toEqual([])
  expect(object).toMatchObject({ spec: live['spec'], status: { observedGeneration: 1 } })
  expect(object.metadata.labels).toBeUndefined()
  const warnings = { status: { typeChecking: { expressionWarnings: [{}] } } }
  expect(tryUpdate(validatingadmissionpolicies, live, warnings, 'status').errors).toEqual([
    'status.typeChecking.expressionWarnings[0].warning: Required value',
    'status.typeChecking.expressionWarnings[0].fieldRef: Required value',
  ])
})

test('[VPB1] a binding names its policy and its validation actions', () => {
  const bindingErrors = (spec: JsonObject): readonly string[] =>
    tryCreate(validatingadmissionpolicybindings, { spec }).errors
  expect(bindingErrors({})).toEqual([
    'spec.policyName: Required value',
    'spec.validationActions: Required value: at least one validation action is required',
  ])
  expect(bindingErrors({ policyName: 'p', validationActions: ['Deny', 'Warn', 'Odd'] })).toEqual([
    'spec.validationActions[2]: Unsupported value: "Odd": supported values: "Audit", "Deny", "Warn"',
    'spec.validationActions: Invalid value: ["Deny","Warn","Odd"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
  ])
})

test('[VPB2] parameters are referenced by name or by selector, not by both, and parameterNotFoundAction is required', () => {
  const base = { policyName: 'p', validationActions: ['Deny'] }
  const refErrors = (paramRef: JsonObject): readonly string[] =>
    tryCreate(validatingadmissionpolicybindings, { spec: { ...base, paramRef } }).errors
  expect(refErrors({})).toEqual([
    'spec.paramRef: Required value: one of name or selector must be specified',
    'spec.paramRef.parameterNotFoundAction: Required value',
  ])
  expect(refErrors({ name: 'a', selector: {}, parameterNotFoundAction: 'Odd' })).toEqual([
    'spec.paramRef.name: Forbidden: name and selector are mutually exclusive',
    'spec.paramRef.selector: Forbidden: name and selector are mutually exclusive',
    'spec.paramRef.parameterNotFoundAction: Unsupported value: "Odd": supported values: "Deny", "Allow"',
  ])
})

test('[VAP11] a constant that cannot be converted is reported after the type error, as an internal error', () => {
  const parse = "type conversion error from 'string' to 'int'"
  expect(
    errorsOf({
      variables: [{ name: 'a', expression: "int('x')" }],
      validations: [{ expression: "int('x')" }, { expression: "int('x') == 1", messageExpression: "string(int('x'))" }],
      auditAnnotations: [{ key: 'k', valueExpression: "string(int('x'))" }],
      matchConditions: [{ name: 'm', expression: "int('x') == 1" }],
    }),
  ).toEqual([
    `spec.matchConditions[0].expression: Internal error: program instantiation failed: ${parse}`,
    `spec.variables[0].expression: Internal error: program instantiation failed: ${parse}`,
    'spec.validations[0].expression: Invalid value: "int(\'x\')": must evaluate to bool but got int',
    `spec.validations[1].expression: Internal error: program instantiation failed: ${parse}`,
    `spec.validations[1].messageExpression: Internal error: program instantiation failed: ${parse}`,
    `spec.auditAnnotations[0].valueExpression: Internal error: program instantiation failed: ${parse}`,
  ])
})
