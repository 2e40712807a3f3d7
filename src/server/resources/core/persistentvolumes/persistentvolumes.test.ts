import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { persistentvolumes } from './definition.ts'

const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } }
const volume = (more: JsonObject = {}): JsonObject => ({ spec: { ...spec, ...more } })
const errorsOf = (more: JsonObject) => tryCreate(persistentvolumes, volume(more)).errors

test('[PV1] a volume has a capacity, access modes and exactly one source', () => {
  expect(tryCreate(persistentvolumes, { spec: {} }).errors).toEqual([
    'spec.accessModes: Required value',
    'spec.capacity: Required value',
    'spec.capacity: Unsupported value: null: supported values: "storage"',
    'spec: Required value: must specify a volume type',
  ])
  expect(errorsOf({ nfs: { server: 's', path: '/p' } })).toEqual([
    'spec.nfs: Forbidden: may not specify more than 1 volume type',
  ])
  expect(errorsOf({ accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] })).toEqual([
    'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
  ])
  expect(errorsOf({ capacity: { storage: '0' } })).toEqual([
    'spec.capacity[storage]: Invalid value: "0": must be greater than zero',
  ])
})

test('[PV1] sources are validated, and hostPath `/` cannot be recycled', () => {
  expect(errorsOf({ hostPath: { path: '/data/../..' }, persistentVolumeReclaimPolicy: 'Recycle' })).toEqual([
    'spec.hostPath.path: Invalid value: "/data/../..": must not contain \'..\'',
    "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
  ])
  const { hostPath: _, ...plain } = spec
  const { errors } = tryCreate(persistentvolumes, { spec: { ...plain, csi: { driver: 'example.com' } } })
  expect(errors).toEqual(['spec.csi.volumeHandle: Required value'])
  expect(errorsOf({ volumeAttributesClassName: 'fast' })).toEqual([
    'spec.csi: Required value: has to be specified when using volumeAttributesClassName',
  ])
})

test('[PV2] a new volume has the reclaim policy Retain and the phase Pending', () => {
  const { object } = tryCreate(persistentvolumes, volume())
  expect(object['spec']).toMatchObject({ persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' })
  expect(object['status']).toEqual({ phase: 'Pending', lastPhaseTransitionTime: '2024-01-02T00:00:00Z' })
})

test('[PV3] a phase change sets its transition time, which stays as long as the phase', () => {
  const live = tryCreate(persistentvolumes, volume()).object
  const after = (status: JsonObject) =>
    tryUpdate(persistentvolumes, { ...live, status: { phase: 'Pending' } }, { ...volume(), status }, 'status').object[
      'status'
    ]
  expect(after({ phase: 'Bound' })).toEqual({ phase: 'Bound', lastPhaseTransitionTime: '2024-01-02T00:00:00Z' })
  expect(after({ phase: 'Bound', lastPhaseTransitionTime: '2023-01-01T00:00:00Z' })).toEqual({
    phase: 'Bound',
    lastPhaseTransitionTime: '2023-01-01T00:00:00Z',
  })
  expect(after({ phase: 'Pending' })).toEqual({ phase: 'Pending' })
  const status = { phase: 'Bound', lastPhaseTransitionTime: '2023-01-01T00:00:00Z' }
  const bound = { ...live, status }
  expect(
    tryUpdate(persistentvolumes, bound, { ...volume(), status: { phase: 'Bound' } }, 'status').object['status'],
  ).toEqual(status)
})

test('[PV4] deprecated fields and values are warned of', () => {
  expect(
    tryCreate(persistentvolumes, volume({ persistentVolumeReclaimPolicy: 'Recycle', glusterfs: {} })).warnings,
  ).toEqual([
    'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
    'spec.glusterfs: deprecated in v1.25, non-functional in v1.26+',
  ])
})

test('[PV5] source, volume mode and node affinity are immutable', () => {
  const required = (key: string) => ({
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: ['a'] }] }] } },
  })
  const old = 'failure-domain.beta.orch.io/zone'
  const live = tryCreate(persistentvolumes, volume(required(old))).object
  const after = (more: JsonObject) =>
    tryUpdate(persistentvolumes, live, volume({ ...required(old), ...more })).errors.map((text) => text.split('\n')[0])
  expect(after({ hostPath: { path: '/other' } })).toEqual([
    'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
  ])
  expect(after({ volumeMode: 'Block' })).toEqual(['volumeMode: Invalid value: "Block": field is immutable'])
  expect(after({ capacity: { storage: '2Gi' }, storageClassName: 'x' })).toEqual([])
  expect(after(required('topology.orch.io/zone'))).toEqual([])
  expect(after(required('other'))[0]).toMatch(
    /^nodeAffinity: Invalid value: .*: field is immutable, except for updating/,
  )
})

test('[TB1] a row shows capacity, access modes and claim', () => {
  const claimRef = { namespace: 'shop', name: 'c' }
  const { object } = tryCreate(persistentvolumes, volume({ accessModes: ['ReadWriteMany', 'ReadOnlyMany'], claimRef }))
  expect(cellsOf(persistentvolumes, object)).toEqual([
    'x',
    '1Gi',
    'ROX,RWX',
    'Retain',
    'Pending',
    'shop/c',
    '',
    '<unset>',
    '',
    '<unknown>',
    'Filesystem',
  ])
})
