import { expect, test } from 'vitest'
import type { PersistentVolume, PersistentVolumeClaim } from '#server/kinds/types/core-v1.ts'
import { bestVolume, whyUnfit } from './matching.ts'

const volume = (name: string, storage: string, spec: PersistentVolume['spec'] = {}): PersistentVolume => ({
  metadata: { name },
  spec: { capacity: { storage }, accessModes: ['ReadWriteOnce'], storageClassName: 'x', ...spec },
  status: { phase: 'Available' },
})
const claim = (storage: string, spec: PersistentVolumeClaim['spec'] = {}): PersistentVolumeClaim => ({
  metadata: { name: 'c', namespace: 'default', uid: '1' },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'x', resources: { requests: { storage } }, ...spec },
})
const both = ['ReadWriteOnce', 'ReadOnlyMany']
const reserved = { claimRef: { namespace: 'default', name: 'c' } }

test.each([
  ['the smallest that is large enough', [volume('big', '9Gi'), volume('fits', '2Gi'), volume('small', '1Gi')], 'fits'],
  ['fewer modes before a smaller size', [volume('both', '2Gi', { accessModes: both }), volume('one', '3Gi')], 'one'],
  [
    'a reserved one of any class',
    [volume('a', '2Gi'), volume('r', '9Gi', { ...reserved, storageClassName: 'y' })],
    'r',
  ],
  ['not a reserved one that is too small', [volume('r', '1Gi', reserved), volume('a', '2Gi')], 'a'],
  ['none of another class', [volume('a', '2Gi', { storageClassName: 'y' })], undefined],
])('[LC70] the volume of a claim: %s', (_title, volumes, expected) => {
  expect(bestVolume(claim('2Gi'), volumes)?.metadata.name).toBe(expected)
})

test.each([
  [volume('v', '1Gi'), 'requested PV is too small'],
  [volume('v', '2Gi', { storageClassName: 'y' }), 'storageClassName does not match'],
  [volume('v', '2Gi', { volumeMode: 'Block' }), 'incompatible volumeMode'],
  [volume('v', '2Gi', { accessModes: ['ReadOnlyMany'] }), 'incompatible accessMode'],
  [volume('v', '2Gi'), null],
])('[LC70] a claim that names a volume learns why it does not fit: %#', (given, expected) => {
  expect(whyUnfit(given, claim('2Gi'))).toBe(expected)
})
