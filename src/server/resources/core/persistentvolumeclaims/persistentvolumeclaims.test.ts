import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { persistentvolumeclaims } from './definition.ts'

const size = (storage: string): JsonObject => ({ resources: { requests: { storage } } })
const claim = (more: JsonObject = {}): JsonObject => ({
  spec: { accessModes: ['ReadWriteOnce'], ...size('1Gi'), ...more },
})
const created = (more: JsonObject = {}) => tryCreate(persistentvolumeclaims, claim(more))
const snapshot = { apiGroup: 'snapshot.storage.orch.io', kind: 'VolumeSnapshot', name: 's' }
const bound = (more: JsonObject = {}) => ({
  ...created(more).object,
  status: { phase: 'Bound', capacity: { storage: '1Gi' } },
})

test('[PVC1] a claim requires access modes and a storage request', () => {
  expect(tryCreate(persistentvolumeclaims, { spec: {} }).errors).toEqual([
    'spec.accessModes: Required value: at least 1 access mode is required',
    'spec.resources[storage]: Required value',
  ])
  expect(
    created({ ...size('0'), volumeMode: 'Odd', storageClassName: 'A' }).errors.map((text) => text.split(': a low')[0]),
  ).toEqual([
    'spec.resources[storage]: Invalid value: "0": must be greater than zero',
    'spec.storageClassName: Invalid value: "A"',
    'spec.volumeMode: Unsupported value: "Odd": supported values: "Block", "Filesystem"',
  ])
})

test('[PVC2] dataSource and dataSourceRef agree', () => {
  expect(created({ dataSource: snapshot }).object['spec']).toMatchObject({
    dataSource: snapshot,
    dataSourceRef: snapshot,
  })
  expect(created({ dataSourceRef: snapshot }).object['spec']).toMatchObject({ dataSource: snapshot })
  expect(created({ dataSource: { ...snapshot, kind: 'Other' } }).object['spec']).not.toHaveProperty('dataSource')
  expect(created({ dataSource: snapshot, dataSourceRef: { ...snapshot, name: 't' } }).errors).toEqual([
    'spec: Invalid value: {}: must match dataSourceRef',
  ])
})

test('[PVC3] a new claim has the phase Pending', () => {
  const { object } = tryCreate(persistentvolumeclaims, { ...claim(), status: { phase: 'Bound' } })
  expect(object['status']).toEqual({ phase: 'Pending' })
  expect(object['spec']).toMatchObject({ volumeMode: 'Filesystem' })
})

test('[PVC4] the spec is immutable, but a bound claim may be expanded', () => {
  const errors = tryUpdate(persistentvolumeclaims, created().object, claim(size('2Gi'))).errors
  expect([...new Set(errors.map((text) => text.split('\n')[0]))]).toEqual([
    'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
  ])
  expect(tryUpdate(persistentvolumeclaims, bound(), claim(size('2Gi'))).errors).toEqual([])
  expect(tryUpdate(persistentvolumeclaims, bound(), claim(size('500Mi'))).errors).toEqual([
    'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
  ])
})

test('[PVC4] a claim without a storage class may be given one, and a volume attributes class cannot be removed', () => {
  expect(tryUpdate(persistentvolumeclaims, created().object, claim({ storageClassName: 'fast' })).errors).toEqual([])
  const live = bound({ volumeAttributesClassName: 'a' })
  expect(tryUpdate(persistentvolumeclaims, live, claim({ volumeAttributesClassName: 'b' })).errors).toEqual([])
  expect(tryUpdate(persistentvolumeclaims, live, claim({ volumeAttributesClassName: '' })).errors.at(-1)).toBe(
    'spec.volumeAttributesClassName: Forbidden: update from non-nil value to an empty string is forbidden',
  )
})

test('[PVC5] the status reports the progress of an expansion', () => {
  const after = (status: JsonObject) =>
    tryUpdate(persistentvolumeclaims, bound(), { ...claim(), metadata: { resourceVersion: '1' }, status }, 'status')
      .errors
  expect(after({ allocatedResourceStatuses: { storage: 'Odd' }, allocatedResources: { cpu: '1' } })).toEqual([
    'status.allocatedResourceStatus: Unsupported value: "storage": supported values: "ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"',
    'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
  ])
  expect(after({ allocatedResourceStatuses: { storage: 'NodeResizePending' }, capacity: { storage: '-1' } })).toEqual([
    'status.capacity[storage]: Invalid value: -1: must be a valid resource quantity',
  ])
})

test('[TB1] a row shows the bound capacity', () => {
  const object = { ...bound({ volumeName: 'v', storageClassName: 'fast' }) }
  expect(cellsOf(persistentvolumeclaims, object)).toEqual([
    'x',
    'Bound',
    'v',
    '1Gi',
    '',
    'fast',
    '<unset>',
    '<unknown>',
    'Filesystem',
  ])
})
