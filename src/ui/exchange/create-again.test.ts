import { expect, test } from 'vitest'
import type { RevisionRow } from '#facts/fact.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { readLastVersion, recreatable } from './create-again.ts'

const object = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'ledger',
    namespace: 'shop',
    uid: 'u1',
    resourceVersion: '98',
    creationTimestamp: '2026-11-21T10:00:00Z',
    deletionTimestamp: '2026-11-21T10:05:00Z',
    labels: { app: 'shop' },
    finalizers: ['shop.example/export'],
    managedFields: [],
  },
  data: { a: '1' },
  status: { phase: 'Old' },
}

test('[LF2] an object is created again without status and without what belonged to the old object', () => {
  expect(recreatable(object)).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'ledger', namespace: 'shop', labels: { app: 'shop' } },
    data: { a: '1' },
  })
  const namespace = { kind: 'Namespace', metadata: { name: 'shop' }, spec: { finalizers: ['orch'] } }
  expect(recreatable(namespace)).toEqual({ kind: 'Namespace', metadata: { name: 'shop' }, spec: {} })
})

test('[LF2] the last version is read from the write that removed the object, or is the one that the page saw', async () => {
  const urls: string[] = []
  const read: typeof fetch = async (input) => {
    urls.push(String(input))
    return Response.json({ row: {}, before: object, after: null })
  }
  const lab = { read } as Lab
  const removal = { revision: 99 } as RevisionRow
  const gone = { type: 'gone', removal, since: 1, requested: null, holders: [], last: undefined } as const

  expect(await readLastVersion(lab, gone)).toEqual(object)
  expect(urls).toEqual(['/debug/log/99'])
  expect(await readLastVersion(lab, { type: 'expired', last: object })).toBe(object)
  expect(await readLastVersion(lab, { type: 'never', createdAt: null })).toBeNull()
})
