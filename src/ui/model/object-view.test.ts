import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { seededRandom } from '#api/seeded-random.ts'
import { configMapResource, deploymentResource } from '#testing/found-resources.ts'
import { groupPast, regroupPast } from './object-view.ts'
import { noObjects, objectKey, withList } from './objects-state.ts'
import { differenceFrom, withDifference } from './time-cursor.ts'

const live = withList(withList(noObjects, configMapResource, []), deploymentResource, [])
const heads = [
  { apiVersion: 'v1', kind: 'ConfigMap' },
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  // The page does not know this kind.
  { apiVersion: 'example.test/v1', kind: 'Widget' },
] as const

const entriesOf = (groups: ReturnType<typeof groupPast>) =>
  [...groups].map(([id, { resource, state, items }]) => [id, resource.kind, state, [...items]])

test('[PF3] groups that are continued by a difference are the groups of all objects', () => {
  const random = seededRandom(23)
  let uids = 0
  const make = (name: string, at: number): ApiObject => ({
    ...(heads[at] ?? heads[0]),
    metadata: { name, namespace: 'shop', uid: `uid-${(uids += 1)}`, resourceVersion: '1' },
  })
  let objects: readonly ApiObject[] = Array.from({ length: 12 }, (_, at) => make(`n${at}`, at % 3))
  let groups = groupPast(live, objects)
  for (let step = 0; step < 60; step += 1) {
    const removed = objects.filter(() => random(10) === 0)
    const kept = objects.filter((object) => !removed.includes(object))
    const changed = kept
      .filter(() => random(5) === 0)
      .map((object) => ({ ...object, metadata: { ...object.metadata, resourceVersion: String(step + 2) } }))
    const taken = new Set(kept.map((object) => `${object.kind} ${objectKey(object)}`))
    const added = Array.from({ length: random(3) }, () => make(`n${random(20)}`, random(3))).filter((object) => {
      const key = `${object.kind} ${objectKey(object)}`
      return !taken.has(key) && taken.add(key)
    })
    const next = withDifference(objects, {
      items: [...changed, ...added],
      removed: removed.map(({ metadata }) => metadata.uid ?? ''),
    })
    const difference = differenceFrom(objects, next)
    expect(difference).toBeDefined()
    if (difference !== undefined) groups = regroupPast(live, groups, difference)
    expect(entriesOf(groups)).toEqual(entriesOf(groupPast(live, next)))
    expect(differenceFrom([], next)).toBeUndefined()
    objects = next
  }
})
