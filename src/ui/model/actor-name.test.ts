import { expect, test } from 'vitest'
import { writerName } from './actor-name.ts'

test('[ETC10] a write of another host is named with the host, and one that nobody noted is of another host', () => {
  expect(writerName({ actor: 'system:serviceaccount:a:bot' })).toBe('bot')
  expect(writerName({ actor: 'ann', host: 'b:8081' })).toBe('ann at b:8081')
  expect(writerName({ actor: 'ann', host: '' })).toBe('ann at another host')
  expect(writerName({ actor: '', host: '' })).toBe('another host')
})
