import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { resourcequotas } from './definition.ts'
import { validateScopes, validateScopeSelector } from './scopes.ts'

const errorsOf = (spec: JsonObject) => tryCreate(resourcequotas, { spec }).errors

test('[RQU1] resources are standard or domain-qualified, and amounts are not negative', () => {
  expect(
    errorsOf({ hard: { pods: '-1', cpu: '1500m', unknown: '1', 'example.com/gpu': '1', 'count/jobs.batch': '2' } }),
  ).toEqual([
    'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
    'spec.hard[unknown]: Invalid value: "unknown": must be a standard resource type or fully qualified',
    'spec.hard[unknown]: Invalid value: "unknown": must be a standard resource for quota',
  ])
  expect(errorsOf({ hard: { pods: '500m' } })).toEqual(['spec.hard[pods]: Invalid value: "500m": must be an integer'])
})

test('[RQU1] a write of the main resource does not change the status', () => {
  const { object } = tryCreate(resourcequotas, { spec: { hard: { pods: '1' } }, status: { used: { pods: '1' } } })
  expect(object['status']).toEqual({})
  const { object: next } = tryUpdate(
    resourcequotas,
    object,
    { metadata: { resourceVersion: '1' }, spec: {}, status: { hard: { pods: '1' }, used: { pods: '0' } } },
    'status',
  )
  expect(next['spec']).toEqual({ hard: { pods: '1' } })
  expect(next['status']).toEqual({ hard: { pods: '1' }, used: { pods: '0' } })
})

test('[RQU2] scopes are immutable', () => {
  const live = tryCreate(resourcequotas, { spec: { scopes: ['BestEffort', 'Terminating'] } }).object
  expect(tryUpdate(resourcequotas, live, { spec: { scopes: ['Terminating', 'BestEffort'] } }).errors).toEqual([])
  expect(tryUpdate(resourcequotas, live, { spec: { scopes: ['BestEffort'] } }).errors).toEqual([
    'spec.scopes: Invalid value: ["BestEffort"]: field is immutable',
  ])
})

test('[RQU3] scopes are known and compatible with the resources and each other', () => {
  expect(errorsOf({ hard: { cpu: '1', services: '1' }, scopes: ['BestEffort', 'NotBestEffort', 'Odd'] })).toEqual([
    'spec.scopes: Invalid value: ["BestEffort","NotBestEffort","Odd"]: unsupported scope applied to resource',
    'spec.scopes: Invalid value: ["BestEffort","NotBestEffort","Odd"]: unsupported scope applied to resource',
    'spec.scopes: Invalid value: ["BestEffort","NotBestEffort","Odd"]: unsupported scope applied to resource',
    'spec.scopes: Invalid value: ["BestEffort","NotBestEffort","Odd"]: unsupported scope',
    'spec.scopes: Invalid value: ["BestEffort","NotBestEffort","Odd"]: conflicting scopes',
  ])
  const matchExpressions = [{ scopeName: 'PriorityClass', operator: 'In' }]
  expect(errorsOf({ scopeSelector: { matchExpressions } })).toEqual([
    "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
  ])
})

test('[TB1] a row shows used and hard amounts', () => {
  const { object } = tryCreate(resourcequotas, {})
  object['status'] = { hard: { pods: '4', 'limits.cpu': '2' }, used: { pods: '1', 'limits.cpu': '500m' } }
  expect(cellsOf(resourcequotas, object)).toEqual(['x', 'pods: 1/4', 'limits.cpu: 500m/2', '<unknown>'])
})

test('[RQU3] the same scope a thousand times is judged once, and the errors are bounded', () => {
  const hard = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`hugepages-${at}Mi`, '1']))
  const errors = validateScopes({ hard, scopes: Array.from({ length: 1000 }, () => 'BestEffort') })
  expect(errors).toHaveLength(100_000)
  expect(errors[0]?.detail).toBe('unsupported scope applied to resource')
  const matchExpressions = Array.from({ length: 1000 }, () => ({ scopeName: 'BestEffort', operator: 'Exists' }))
  expect(validateScopeSelector({ hard, scopeSelector: { matchExpressions } })).toHaveLength(100_000)
})

test('[RQU3] mutually exclusive scopes of a selector are reported at the selector', () => {
  const matchExpressions = ['BestEffort', 'NotBestEffort'].map((scopeName) => ({ scopeName, operator: 'Exists' }))
  expect(tryCreate(resourcequotas, { spec: { scopeSelector: { matchExpressions } } }).errors).toEqual([
    'spec.scopeSelector.matchExpressions: Invalid value: null: conflicting scopes',
  ])
})
