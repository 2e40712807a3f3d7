import { expect, test } from 'vitest'
import { configMapResource as configmaps } from '#testing/found-resources.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import { planImport, readDocuments } from './documents.ts'

const live = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'shop', uid: 'u', resourceVersion: '9' },
  data: { k: '1' },
}
const cluster = {
  resources: [configmaps],
  find: (_resource: WatchableResource, namespace: string, name: string) =>
    namespace === 'shop' && name === 'a' ? live : undefined,
}
const plan = (object: object, namespace = 'shop') =>
  planImport({ number: 1, line: 1, object: { ...object } }, namespace, cluster)

test('[IM1] documents, lists and JSON are read, each with its line', () => {
  const text = '# head\n---\nkind: A\n---\n\n---\nkind: List\nitems:\n- kind: B\n- kind: C\n---\n- x\n---\na: [\n'
  const { found, unreadable } = readDocuments(text)

  expect(found.map(({ object, line }) => [object['kind'], line])).toEqual([
    ['A', 3],
    ['B', 9],
    ['C', 10],
  ])
  expect(unreadable).toHaveLength(2)
  expect(
    readDocuments('{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"p"}}]}').found[0]?.object,
  ).toEqual({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
  })
  expect(readDocuments('').found).toEqual([])
})

test('[IM2] a document is applied by name, created if it has no name, or refused with a reason', () => {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'b', uid: 'old', managedFields: [] },
    data: { k: '1' },
  }

  expect(plan(object)).toMatchObject({ type: 'apply', path: '/api/v1/namespaces/shop/configmaps/b', live: undefined })
  expect(plan(live)).toMatchObject({ type: 'apply', path: '/api/v1/namespaces/shop/configmaps/a', live })
  expect(plan({ ...object, metadata: { generateName: 'b-' } })).toMatchObject({
    type: 'create',
    path: '/api/v1/namespaces/shop/configmaps',
  })
  expect(plan({ kind: 'Widget', apiVersion: 'x/v1' })).toMatchObject({
    type: 'refused',
    reason: 'the server does not serve Widget in x/v1',
    isUnserved: true,
  })
  expect(plan({ data: {} })).toMatchObject({ type: 'refused', isUnserved: false })
})

test('[IM2] metadata of the source cluster is removed', () => {
  const planned = plan({ ...live, metadata: { ...live.metadata, name: 'c' } })

  expect(planned.type === 'apply' && planned.body.metadata).toEqual({ name: 'c', namespace: 'shop' })
})

test('[IM3] a text above the size limit is refused before it is parsed', () => {
  expect(readDocuments('x'.repeat(4 * 1024 * 1024 + 1)).unreadable[0]?.problem).toContain('4 MiB')
})

test('[IM1] an item of a list that is no object is reported at its line', () => {
  const { found, unreadable, lineOf } = readDocuments('kind: List\nitems:\n- 1\n- kind: A\n  spec: 1\n- null\n- x\n')
  expect(found).toMatchObject([{ number: 2, line: 4, object: { kind: 'A' } }])
  expect(lineOf(2, 'spec')).toBe(5)
  expect(unreadable).toEqual([
    { number: 1, line: 3, problem: 'item 1 of the list is no object' },
    { number: 3, line: 6, problem: 'item 3 of the list is no object' },
    { number: 4, line: 7, problem: 'item 4 of the list is no object' },
  ])
  expect(readDocuments('{"kind":').unreadable[0]?.problem).toMatch(/column 9$/)
})

test('[IM1] a syntax error and the field of a refusal have the line of the fault', () => {
  const text = `kind: A
metadata: {name: a}
spec:
  replicas: x
---
kind: List
items:
- kind: B
  spec:
    size: 1
---
kind: C
metadata: [
`
  const { found, unreadable, lineOf } = readDocuments(text)
  expect(found.map(({ line }) => line)).toEqual([1, 8])
  expect(lineOf(1, 'spec.replicas')).toBe(4)
  expect(lineOf(1, 'spec.template.spec')).toBe(3)
  expect(lineOf(2, 'spec.size')).toBe(10)
  expect(lineOf(2, 'nothing')).toBe(8)
  expect(unreadable[0]?.line).toBeGreaterThanOrEqual(13)
})

test('[IM10] aliases that multiply each other, or repeat a large text, are a problem of their document', () => {
  const levels = Array.from({ length: 9 }, (_, at) =>
    at === 0
      ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
      : `a${at}: &a${at} [${Array(9)
          .fill(`*a${at - 1}`)
          .join(', ')}]`,
  )
  const { found, unreadable } = readDocuments(`kind: A\n${levels.join('\n')}\n---\nkind: B\n`)
  expect(found.map(({ object }) => object['kind'])).toEqual(['B'])
  expect(unreadable[0]?.problem).toMatch(/alias/)

  const large = `kind: A\nbig: &big ${'x'.repeat(200_000)}\nall: [${Array(100).fill('*big').join(', ')}]\n`
  expect(readDocuments(large).unreadable[0]?.problem).toBe('its aliases repeat more than 16 million characters')
  expect(readDocuments('kind: A\nb: *nothing\n').unreadable[0]?.problem).toMatch(/alias/i)
})
