import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'
import { storageVersionHash } from './storage-version-hash.ts'

test('[DI2] a storage version hash is that of the reference', () => {
  expect(storageVersionHash({ group: 'batch', version: 'v1', kind: 'CronJob' })).toBe('sd5LIXh4Fjs=')
  expect(storageVersionHash({ group: 'batch', version: 'v1', kind: 'Job' })).toBe('mudhfqk/qZY=')
})

test('[DI2] SHA-256 agrees with the platform on every length up to three blocks', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_none, at) => (at * 31 + length) & 255)
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})
