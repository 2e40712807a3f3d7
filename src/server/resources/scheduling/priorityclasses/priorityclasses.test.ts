import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { priorityclasses } from './definition.ts'

test('[PC1] values and names of user classes are below those of the system', () => {
  expect(tryCreate(priorityclasses, { value: 1_000_000_001 }).errors).toEqual([
    'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
  ])
  expect(tryCreate(priorityclasses, { value: -5 }).errors).toEqual([])
  const reserved =
    "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only."
  expect(tryCreate(priorityclasses, { metadata: { name: 'system-mine' }, value: 5 }).errors).toEqual([
    `${reserved} error: system-mine is not a known system priority class`,
  ])
  expect(tryCreate(priorityclasses, { metadata: { name: 'system-node-critical' }, value: 5 }).errors).toEqual([
    `${reserved} error: value of system-node-critical PriorityClass must be 2000001000`,
  ])
  const critical = { metadata: { name: 'system-cluster-critical' }, value: 2_000_000_000 }
  expect(tryCreate(priorityclasses, critical).errors).toEqual([])
  expect(tryCreate(priorityclasses, { ...critical, globalDefault: true }).errors).toEqual([
    `${reserved} error: globalDefault of system-cluster-critical PriorityClass must be false`,
  ])
})

test('[PC2] value and preemption policy are immutable, description and globalDefault are mutable', () => {
  const live = tryCreate(priorityclasses, { value: 7, preemptionPolicy: 'Never' }).object
  const sent = { value: 8, preemptionPolicy: 'PreemptLowerPriority', description: 'other', globalDefault: true }
  expect(tryUpdate(priorityclasses, live, sent).errors).toEqual([
    'value: Forbidden: may not be changed in an update.',
    'preemptionPolicy: Invalid value: "PreemptLowerPriority": field is immutable',
  ])
  expect(tryUpdate(priorityclasses, live, { ...sent, value: 7, preemptionPolicy: 'Never' }).errors).toEqual([])
})

test('[PC3] the preemption policy defaults to PreemptLowerPriority, and the generation stays 1', () => {
  const { object } = tryCreate(priorityclasses, { metadata: { generation: 42 }, value: 7 })
  expect(object).toMatchObject({ value: 7, preemptionPolicy: 'PreemptLowerPriority', metadata: { generation: 1 } })
  expect(tryCreate(priorityclasses, { value: 1, preemptionPolicy: 'Odd' }).errors).toEqual([
    'preemptionPolicy: Unsupported value: "Odd": supported values: "PreemptLowerPriority", "Never"',
  ])
  object.metadata.creationTimestamp = '2024-01-01T00:00:00Z'
  expect(cellsOf(priorityclasses, object)).toEqual(['x', 7, false, '24h', 'PreemptLowerPriority'])
})
