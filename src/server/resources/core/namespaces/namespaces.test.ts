import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { namespaces } from './definition.ts'

const named = (name: string, more = {}) => ({ metadata: { name }, ...more })
const live = (name = 'team') => tryCreate(namespaces, named(name)).object

test('[NS1] a namespace is Active, has the finalizer `orch`, and its name is a DNS label', () => {
  const { object, errors } = tryCreate(namespaces, named('team', { status: { phase: 'Terminating' } }))
  expect(errors).toEqual([])
  expect(object['spec']).toEqual({ finalizers: ['orch'] })
  expect(object['status']).toEqual({ phase: 'Active' })
  expect(tryCreate(namespaces, named('a.b')).errors).toEqual([
    'metadata.name: Invalid value: "a.b": must not contain dots',
  ])
})

test('[NS1] other finalizers come before `orch` and must be domain-qualified', () => {
  const { object, errors } = tryCreate(namespaces, named('team', { spec: { finalizers: ['example.com/a', 'mine'] } }))
  expect(object['spec']).toEqual({ finalizers: ['example.com/a', 'mine', 'orch'] })
  expect(errors).toEqual([
    'spec.finalizers: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
  ])
})

test('[NS2] the label orch.io/metadata.name always has the name as its value', () => {
  const { object } = tryCreate(namespaces, {
    metadata: { name: 'team', labels: { 'orch.io/metadata.name': 'other', tier: 'one' } },
  })
  expect(object.metadata.labels).toEqual({ 'orch.io/metadata.name': 'team', tier: 'one' })
  expect(tryUpdate(namespaces, live(), named('team')).object.metadata.labels).toEqual({
    'orch.io/metadata.name': 'team',
  })
})

test('[NS3] a namespace is removed only when spec.finalizers is empty, and is Terminating until then', () => {
  const object = live()
  expect(namespaces.strategy.readyForRemoval?.(object)).toBe(false)
  namespaces.strategy.beginDeletion?.(object)
  expect(object['status']).toEqual({ phase: 'Terminating' })
  expect(namespaces.strategy.readyForRemoval?.({ ...object, spec: { finalizers: [] } })).toBe(true)
})

test('[NS3] an update of the main resource changes neither spec.finalizers nor status', () => {
  const { object } = tryUpdate(
    namespaces,
    live(),
    named('team', { spec: { finalizers: [] }, status: { phase: 'Terminating' } }),
  )
  expect(object['spec']).toEqual({ finalizers: ['orch'] })
  expect(object['status']).toEqual({ phase: 'Active' })
})

test('[NS4] the phase of a status update must agree with the deletionTimestamp', () => {
  const wrong = tryUpdate(namespaces, live(), named('team', { status: { phase: 'Terminating' } }), 'status')
  expect(wrong.errors).toEqual([
    'status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty',
  ])
  const deleted = { name: 'team', deletionTimestamp: '2024-01-01T00:00:00Z' }
  expect(tryUpdate(namespaces, live(), { metadata: deleted, status: { phase: 'Active' } }, 'status').errors).toEqual([
    'status.Phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` is not empty',
  ])
  expect(
    tryUpdate(namespaces, live(), { metadata: deleted, status: { phase: 'Terminating' } }, 'status').errors,
  ).toEqual([])
})

test('[NS5] finalize changes only spec.finalizers, and errors name the invalid entry', () => {
  const { object, errors } = tryUpdate(
    namespaces,
    live(),
    named('team', { spec: { finalizers: ['orch', 'x y'] }, status: { phase: 'Terminating' } }),
    'finalize',
  )
  expect(object['status']).toEqual({ phase: 'Active' })
  expect(errors.map((text) => text.split(':')[0])).toEqual(['spec.finalizers[1]', 'spec.finalizers[1]'])
  expect(tryUpdate(namespaces, live(), named('team', { spec: {} }), 'finalize').object['spec']).toEqual({})
})

test('[TB1] [TB2] a row shows name, phase and age', () => {
  const object = live()
  object.metadata.creationTimestamp = '2023-12-25T00:00:00Z'
  expect(cellsOf(namespaces, object)).toEqual(['team', 'Active', '8d'])
  delete object.metadata.creationTimestamp
  expect(cellsOf(namespaces, object)[2]).toBe('<unknown>')
})
