import { expect, test } from 'vitest'
import { storageVersionHash } from './storage-version-hash.ts'

test('[DI2] a storage version hash equals that of the reference', () => {
  expect(storageVersionHash({ group: 'batch', version: 'v1', kind: 'CronJob' })).toBe('sd5LIXh4Fjs=')
  expect(storageVersionHash({ group: 'batch', version: 'v1', kind: 'Job' })).toBe('mudhfqk/qZY=')
})
