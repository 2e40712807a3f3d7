import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { ingressclasses } from './definition.ts'

const controller = 'example.com/c'
const errorsOf = (spec: { [key: string]: string | { [key: string]: string } }): readonly string[] =>
  tryCreate(ingressclasses, { spec }).errors

test('[ICL1] a controller is a domain-prefixed path, and each part has its own errors', () => {
  expect(errorsOf({})).toEqual(['spec.controller: Required value'])
  expect(errorsOf({ controller: 'nothing' })).toEqual([
    'spec.controller: Invalid value: "nothing": must be a domain-prefixed path (such as "acme.io/foo")',
  ])
  expect(errorsOf({ controller: `a.example/${'x'.repeat(250)}` })).toEqual([
    'spec.controller: Too long: may not be more than 250 bytes',
  ])
  expect(errorsOf({ controller: 'a.example/with space' })).toEqual([
    "spec.controller: Invalid value: \"with space\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
  ])
  expect(errorsOf({ controller: 'A_b/c' })[0]).toContain('spec.controller: Invalid value: "A_b": a lowercase RFC 1123')
})

test('[ICL2] parameters are cluster-scoped unless the scope is Namespace and a namespace is set', () => {
  expect(tryCreate(ingressclasses, { spec: { controller, parameters: { kind: 'K', name: 'n' } } })).toMatchObject({
    errors: [],
    object: { spec: { parameters: { scope: 'Cluster' } } },
  })
  expect(errorsOf({ controller, parameters: { scope: 'Odd', name: 'a/b' } })).toEqual([
    'spec.parameters.kind: Required value',
    'spec.parameters.name: Invalid value: "a/b": may not contain \'/\'',
    'spec.parameters.scope: Unsupported value: "Odd": supported values: "Cluster", "Namespace"',
  ])
  expect(errorsOf({ controller, parameters: { kind: 'K', name: 'n', scope: 'Namespace' } })).toEqual([
    "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
  ])
  expect(errorsOf({ controller, parameters: { kind: 'K', name: 'n', namespace: 'default' } })).toEqual([
    "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
  ])
})

test('[ICL3] the controller is immutable; other spec changes increment the generation', () => {
  const live = tryCreate(ingressclasses, { spec: { controller } }).object
  expect(tryUpdate(ingressclasses, live, { spec: { controller: 'example.com/d' } }).errors).toEqual([
    'spec.controller: Invalid value: "example.com/d": field is immutable',
  ])
  const changed = tryUpdate(ingressclasses, live, { spec: { controller, parameters: { kind: 'K', name: 'n' } } })
  expect(changed).toMatchObject({ errors: [], object: { metadata: { generation: 2 } } })
})

test('[ICL4] a row shows controller and parameters', () => {
  const parameters = { apiGroup: 'g.example', kind: 'K', name: 'n' }
  const { object } = tryCreate(ingressclasses, { spec: { controller, parameters } })
  expect(cellsOf(ingressclasses, object).slice(0, 3)).toEqual(['x', controller, 'K.g.example/n'])
  const plain = tryCreate(ingressclasses, { spec: { controller } }).object
  expect(cellsOf(ingressclasses, plain)[2]).toBe('<none>')
})
