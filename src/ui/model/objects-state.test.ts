import { expect, test } from 'vitest'
import { configMapResource as resource } from '#testing/found-resources.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { noObjects, type ObjectChange, withChanges, withCollection, withList } from './objects-state.ts'

const object = (name: string, resourceVersion: string): ApiObject => ({
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion },
})
const change = (type: ObjectChange['type'], item: ApiObject): ObjectChange => ({
  resourceId: resource.id,
  type,
  object: item,
})
const namesOf = (state: ReturnType<typeof withList>) => [...(state.collections.get(resource.id)?.items.keys() ?? [])]

test('[UI4] events add, replace and remove objects; the time of a change is recorded for its highlight', () => {
  const listed = withList(noObjects, resource, [object('a', '1'), object('b', '2')])
  const state = withChanges(
    listed,
    [change('MODIFIED', object('a', '3')), change('DELETED', object('b', '4')), change('ADDED', object('c', '5'))],
    77,
  )
  expect(namesOf(state)).toEqual(['shop/a', 'shop/c'])
  expect([state.changedAt.get('uid-a'), state.changedAt.get('uid-b')]).toEqual([77, undefined])
})

test('[UI4] a second list keeps the identity of unchanged rows', () => {
  const first = withList(noObjects, resource, [object('a', '1'), object('b', '2')])
  const again = withList(first, resource, [object('a', '1'), object('b', '9')])
  const items = again.collections.get(resource.id)?.items
  expect(items?.get('shop/a')).toBe(first.collections.get(resource.id)?.items.get('shop/a'))
  expect(items?.get('shop/b')?.metadata.resourceVersion).toBe('9')
})

test('[UI4] an unchanged kind keeps its map, so that its rows are not rendered again', () => {
  const other = { ...resource, id: 'v1.secrets' }
  const start = withCollection(withList(noObjects, resource, [object('a', '1')]), {
    resource: other,
    state: 'live',
    items: new Map(),
  })
  const state = withChanges(start, [change('MODIFIED', object('a', '2'))], 1)
  expect(state.collections.get(other.id)).toBe(start.collections.get(other.id))
})

test('[UI4] an event of a kind that is no longer followed changes nothing', () => {
  expect(withChanges(noObjects, [change('ADDED', object('a', '1'))], 1).collections.size).toBe(0)
})
