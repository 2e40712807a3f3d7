import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { mutatingadmissionpolicybindings } from '#server/resources/admissionregistration/mutatingadmissionpolicybindings/definition.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { mutatingadmissionpolicies } from './definition.ts'

const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
const apply = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }
const spec: JsonObject = {
  matchConstraints: { resourceRules: [rule] },
  mutations: [apply],
  reinvocationPolicy: 'Never',
}
const errorsOf = (changes: JsonObject): readonly string[] =>
  tryCreate(mutatingadmissionpolicies, { spec: { ...spec, ...changes } }).errors
const mutationErrors = (mutation: JsonObject): readonly string[] => errorsOf({ mutations: [mutation] })

test('[MAP1] a policy requires match constraints, mutations and a reinvocation policy', () => {
  expect(errorsOf({})).toEqual([])
  expect(tryCreate(mutatingadmissionpolicies, {}).errors).toEqual([
    'spec.matchConstraints: Required value',
    'spec.mutations: Required value: mutations must contain at least one item',
    'spec.reinvocationPolicy: Required value',
  ])
  expect(errorsOf({ reinvocationPolicy: 'Often', failurePolicy: 'Other', paramKind: { apiVersion: 'v1' } })).toEqual([
    'spec.failurePolicy: Unsupported value: "Other": supported values: "Fail", "Ignore"',
    'spec.paramKind.kind: Required value',
    'spec.reinvocationPolicy: Unsupported value: "Often": supported values: "IfNeeded", "Never"',
  ])
  expect(errorsOf({ matchConstraints: { resourceRules: [{ ...rule, operations: ['CREATE', 'DELETE'] }] } })).toEqual([
    'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
  ])
})

test('[MAP1] defaulting, the generation and the table columns of a policy', () => {
  const { object } = tryCreate(mutatingadmissionpolicies, { spec, metadata: { generation: 7 } })
  expect(object).toMatchObject({
    metadata: { generation: 1 },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
    },
  })
  object.metadata.creationTimestamp = '2024-01-01T00:00:00Z'
  expect(cellsOf(mutatingadmissionpolicies, object)).toEqual(['x', 1, '<unset>', '24h'])
  const changed = tryUpdate(mutatingadmissionpolicies, object, { spec: { ...spec, reinvocationPolicy: 'IfNeeded' } })
  expect(changed.object.metadata.generation).toBe(2)
})

test('[MAP2] a mutation has exactly the expression of its patchType, and the expression returns that type', () => {
  expect(mutationErrors({})).toEqual(['spec.mutations[0].patchType: Required value'])
  expect(mutationErrors({ patchType: 'Merge' })).toEqual([
    'spec.mutations[0].patchType: Unsupported value: "Merge": supported values: "ApplyConfiguration", "JSONPatch"',
  ])
  expect(mutationErrors({ ...apply, patchType: 'JSONPatch' })).toEqual([
    'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
    'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
  ])
  expect(mutationErrors({ patchType: 'ApplyConfiguration', jsonPatch: {} })).toEqual([
    'spec.mutations[0].applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration',
    'spec.mutations[0].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
  ])
  expect(mutationErrors({ patchType: 'JSONPatch', jsonPatch: { expression: ' ' } })).toEqual([
    'spec.mutations[0].jsonPatch.expression: Required value',
  ])
  expect(mutationErrors({ patchType: 'JSONPatch', jsonPatch: { expression: '[]' } })).toEqual([
    'spec.mutations[0].jsonPatch.expression: Invalid value: "[]": must evaluate to list(JSONPatch) but got list(dyn)',
  ])
  expect(mutationErrors({ ...apply, applyConfiguration: { expression: ' Object.spec{} ' } })).toEqual([
    'spec.mutations[0].applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec',
  ])
})

test('[MAP2] variables are compiled before mutations, and may not return patches', () => {
  const uses = { ...apply, applyConfiguration: { expression: 'Object{spec: Object.spec{a: variables.v}}' } }
  expect(errorsOf({ variables: [{ name: 'v', expression: '1' }], mutations: [uses] })).toEqual([])
  expect(errorsOf({ variables: [{ name: 'v', expression: 'Object{}' }] })[0]).toContain(
    'spec.variables[0].expression: Invalid value: "Object{}": compilation failed: ERROR: <input>:1:7: undeclared reference to \'Object\'',
  )
  expect(errorsOf({ mutations: [uses] })[0]).toContain("undefined field 'v'")
})

test('[MAP1] a binding names its policy and may not match DELETE', () => {
  const errors = (binding: JsonObject): readonly string[] =>
    tryCreate(mutatingadmissionpolicybindings, { spec: binding }).errors
  expect(errors({ policyName: 'p', paramRef: { name: 'x', parameterNotFoundAction: 'Deny' } })).toEqual([])
  expect(
    errors({ paramRef: { name: 'x' }, matchResources: { resourceRules: [{ ...rule, operations: ['DELETE'] }] } }),
  ).toEqual([
    'spec.policyName: Required value',
    'spec.paramRef.parameterNotFoundAction: Required value',
    'spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
  ])
})

test.each([
  [undefined, '<unset>'],
  [{ name: 'x' }, '*/x'],
  [{ name: 'x', namespace: 'ns' }, 'ns/x'],
  [
    { selector: { matchLabels: { b: '2', a: '1' } } },
    '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{},}',
  ],
])('[MAP1] the Parameters column of a binding with %j', (paramRef, shown) => {
  const { object } = tryCreate(mutatingadmissionpolicybindings, {
    spec: { policyName: 'p', ...(paramRef === undefined ? {} : { paramRef }) },
  })
  expect(cellsOf(mutatingadmissionpolicybindings, object).slice(1, 3)).toEqual(['p', shown])
})
