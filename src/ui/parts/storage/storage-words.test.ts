import { expect, test } from 'vitest'
import { deploymentRow } from '#testing/revision-rows.ts'
import type { StorageStatus } from '#facts/fact.ts'
import { diskText, rowKey } from './storage-words.ts'

const row = deploymentRow

const storage = (more: Partial<StorageStatus>): StorageStatus => ({
  kind: 'indexeddb',
  state: 'open',
  published: 128,
  assigned: 128,
  compacted: 64,
  keyCount: 21,
  versionCount: 69,
  liveBytes: 1,
  historyBytes: 1,
  commits: [],
  disk: {},
  ...more,
})

test('[DOC5] the pill is green only when every write is on disk', () => {
  expect(diskText(storage({}))).toEqual({ text: 'All writes on disk at 128', isLive: true })
  expect(diskText(storage({ assigned: 131 }))).toEqual({ text: '3 writes not on disk yet', isLive: false })
  expect(diskText(storage({ kind: 'memory' })).isLive).toBe(false)
  expect(diskText(storage({ state: 'full' })).text).toBe('Storage full')
})

test('[DOC5] a row names the storage key of its object', () => {
  expect(rowKey(row(1))).toBe('/registry/deployments.apps/shop/web')
})
