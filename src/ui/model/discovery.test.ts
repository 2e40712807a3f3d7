import { expect, test } from 'vitest'
import { deploymentResource as resource } from '#testing/found-resources.ts'
import { collectionPath, discoverResources, objectPath } from './discovery.ts'

const answers: Readonly<Record<string, unknown>> = {
  '/apis': {
    groups: [
      { name: 'apps', preferredVersion: { groupVersion: 'apps/v1' } },
      { name: 'events.orch.io', preferredVersion: { groupVersion: 'events.orch.io/v1' } },
    ],
  },
  '/api/v1': {
    groupVersion: 'v1',
    resources: [
      { name: 'pods', kind: 'Pod', namespaced: true, verbs: ['list', 'watch'] },
      { name: 'pods/log', kind: 'Pod', namespaced: true, verbs: ['get'] },
      { name: 'bindings', kind: 'Binding', namespaced: true, verbs: ['create'] },
    ],
  },
  '/apis/apps/v1': {
    groupVersion: 'apps/v1',
    resources: [
      { name: 'deployments', kind: 'Deployment', namespaced: true, verbs: ['list', 'watch'], shortNames: ['deploy'] },
    ],
  },
}

test('[UI3] only collections that support list and watch are followed, and events only once', async () => {
  const asked: string[] = []
  const found = await discoverResources(async (input) => {
    asked.push(String(input))
    return new Response(JSON.stringify(answers[String(input)]))
  })
  expect(found.map(({ id }) => id)).toEqual(['v1.pods', 'apps.v1.deployments'])
  expect(asked).not.toContain('/apis/events.orch.io/v1')
})

test('[UI3] paths of collections and objects escape names', () => {
  expect(collectionPath(resource)).toBe('/apis/apps/v1/deployments')
  expect(objectPath(resource, 'shop', 'a/b')).toBe('/apis/apps/v1/namespaces/shop/deployments/a%2Fb')
})
