import { expect, test } from 'vitest'
import { deploymentResource as resource } from '#testing/found-resources.ts'
import { isAbsent } from './bench.tsx'

test('[UI9] a bench says that the object of the address is not there once the page knows it', () => {
  const web = { resourceId: resource.id, namespace: 'shop', name: 'web' }
  const state = (kind: 'loading' | 'live', ...names: readonly string[]) => ({
    discovered: true,
    collections: new Map([
      [resource.id, { resource, state: kind, items: new Map(names.map((name) => [name, { metadata: {} }])) }],
    ]),
    changedAt: new Map(),
  })
  expect(isAbsent(state('live', 'shop/web'), web)).toBe(false)
  expect(isAbsent(state('live', 'other/web'), web)).toBe(true)
  expect(isAbsent(state('loading'), web)).toBe(false)
  expect(isAbsent(state('live'), { ...web, resourceId: 'v1.nothings' })).toBe(true)
  expect(isAbsent({ ...state('live'), discovered: false, collections: new Map() }, web)).toBe(false)
})
