import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { letGoPatch } from './deletion.ts'

const held: ApiObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'ledger',
    uid: 'u1',
    resourceVersion: '12',
    deletionTimestamp: '2026-11-21T10:00:00Z',
    finalizers: ['shop.example/export-ledger'],
  },
}

test('[FI2] a finalizer is removed by a patch with the resourceVersion that was read', () => {
  expect(JSON.parse(letGoPatch(held, 'shop.example/export-ledger'))).toEqual({
    metadata: { resourceVersion: '12', finalizers: [] },
  })
})
