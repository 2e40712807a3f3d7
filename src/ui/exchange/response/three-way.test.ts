import { expect, test } from 'vitest'
import { threeWayRows } from './three-way-rows.ts'

const meta = (resourceVersion: string) => ({ name: 'web', uid: 'u', resourceVersion })
const read = { metadata: meta('121'), spec: { image: '2.4.1', replicas: 3 } }
const now = { metadata: meta('127'), spec: { image: '2.4.1', replicas: 5 } }

test('[RC11] your changes are kept, and fields that others changed since are stale in what you sent', () => {
  const sent = { metadata: { name: 'web', resourceVersion: '121' }, spec: { image: '2.4.2', replicas: 3 } }
  const rows = threeWayRows({ read, now, sent, writes: [] })
  expect(rows).toEqual([
    {
      path: 'spec.image',
      read: '2.4.1',
      now: '2.4.1',
      sent: '2.4.2',
      after: '2.4.2',
      isYours: true,
      writer: '',
    },
    { path: 'spec.replicas', read: 3, now: 5, sent: 3, after: 5, isYours: false, writer: '' },
  ])
})

test('[RC11] a field that both changed ends with the value you sent', () => {
  const sent = { metadata: { name: 'web' }, spec: { image: '2.4.1', replicas: 9 } }
  expect(threeWayRows({ read, now, sent, writes: [] })).toMatchObject([{ path: 'spec.replicas', now: 5, after: 9 }])
})
