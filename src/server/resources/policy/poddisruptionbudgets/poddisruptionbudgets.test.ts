import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors, selector } from '#testing/trial-texts.ts'
import { poddisruptionbudgets } from './definition.ts'

const errorsOf = (spec: JsonObject): readonly string[] => createErrors(poddisruptionbudgets, { spec })
const live = (spec: JsonObject) => tryCreate(poddisruptionbudgets, { spec }).object

test('[PDB1] a budget has either minAvailable or maxUnavailable', () => {
  expect(errorsOf({ minAvailable: 1, maxUnavailable: 1 })).toEqual([
    'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
  ])
  expect(errorsOf({ minAvailable: -1, selector: { matchLabels: { 'a b': 'c' } } })).toEqual([
    'spec.minAvailable: Invalid value: -1: must be greater than or equal to 0',
    'spec.selector.matchLabels: Invalid value: "a b": name part …',
  ])
  expect(errorsOf({ maxUnavailable: '101%' })).toEqual([
    'spec.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
  ])
  expect(errorsOf({ maxUnavailable: 'x', unhealthyPodEvictionPolicy: 'Odd' })).toEqual([
    'spec.maxUnavailable: Invalid value: "x": a valid percent string must be a numeric string followed by an ending \'%\' …',
    'spec.unhealthyPodEvictionPolicy: Unsupported value: "Odd": supported values: "AlwaysAllow", "IfHealthyBudget"',
  ])
  expect(errorsOf({ minAvailable: '50%', selector })).toEqual([])
})

test('[PDB2] an update requires a resourceVersion, and the generation counts spec changes', () => {
  expect(poddisruptionbudgets.strategy.allowUnconditionalUpdate).toBe(false)
  const next = tryUpdate(poddisruptionbudgets, live({ minAvailable: 1 }), { spec: { minAvailable: 2 } })
  expect(next.errors).toEqual([])
  expect(next.object.metadata.generation).toBe(2)
  expect(cellsOf(poddisruptionbudgets, live({ minAvailable: '50%' })).slice(0, 4)).toEqual(['x', '50%', 'N/A', 0])
  expect(cellsOf(poddisruptionbudgets, live({ maxUnavailable: 3 })).slice(0, 4)).toEqual(['x', 'N/A', '3', 0])
})

test('[PDB3] a status has counts and valid conditions', () => {
  const status = {
    disruptionsAllowed: -1,
    currentHealthy: -1,
    desiredHealthy: -1,
    expectedPods: -1,
    conditions: [
      { type: 'a b', status: '', reason: '', lastTransitionTime: null },
      { type: 'A', status: 'True', reason: 'R', lastTransitionTime: '2024-01-01T00:00:00Z' },
      { type: 'A', status: 'False', reason: 'R', lastTransitionTime: '2024-01-01T00:00:00Z' },
    ],
  }
  expect(
    brief(
      tryUpdate(poddisruptionbudgets, live({ minAvailable: 1 }), { spec: { minAvailable: 1 }, status }, 'status')
        .errors,
    ),
  ).toEqual([
    'status.conditions[0].type: Invalid value: "a b": name part …',
    'status.conditions[0].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
    'status.conditions[0].lastTransitionTime: Required value',
    'status.conditions[0].reason: Required value',
    'status.conditions[2].type: Duplicate value: "A"',
    'status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0',
    'status.currentHealthy: Invalid value: -1: must be greater than or equal to 0',
    'status.desiredHealthy: Invalid value: -1: must be greater than or equal to 0',
    'status.expectedPods: Invalid value: -1: must be greater than or equal to 0',
  ])
})
