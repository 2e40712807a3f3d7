import { expect, test } from 'vitest'
import { deploymentResource as resource } from '#testing/found-resources.ts'
import { collectionPath, discoverResources, objectPath } from './discovery.ts'

const watched = { verbs: ['list', 'watch'], scope: 'Namespaced' }

const answers: Readonly<Record<string, unknown>> = {
  '/api': {
    items: [
      {
        metadata: {},
        versions: [
          {
            version: 'v1',
            resources: [
              { ...watched, resource: 'pods', responseKind: { kind: 'Pod' } },
              { ...watched, resource: 'bindings', responseKind: { kind: 'Binding' }, verbs: ['create'] },
            ],
          },
        ],
      },
    ],
  },
  '/apis': {
    items: [
      {
        metadata: { name: 'autoscaling' },
        versions: ['v2', 'v1'].map((version) => ({
          version,
          resources: [
            { ...watched, resource: 'horizontalpodautoscalers', responseKind: { kind: 'X' }, shortNames: ['hpa'] },
          ],
        })),
      },
      {
        metadata: { name: 'events.orch.io' },
        versions: [{ version: 'v1', resources: [{ ...watched, resource: 'events', responseKind: { kind: 'Event' } }] }],
      },
      {
        metadata: { name: 'policies.orch.io' },
        versions: [
          { version: 'v1', resources: [{ ...watched, resource: 'checks', responseKind: { kind: 'Check' } }] },
          {
            version: 'v1beta1',
            resources: ['checks', 'changes'].map((name) => ({
              ...watched,
              resource: name,
              responseKind: { kind: 'X' },
            })),
          },
        ],
      },
      { metadata: { name: 'metrics.example.test' }, versions: [{ version: 'v1', freshness: 'Stale' }] },
    ],
  },
}

test('[UI3] only collections that support list and watch are followed, in the preferred version, and events only once', async () => {
  const asked: string[] = []
  const found = await discoverResources(async (input) => {
    asked.push(String(input))
    return new Response(JSON.stringify(answers[String(input)]))
  })
  expect(found.map(({ id }) => id)).toEqual([
    'v1.pods',
    'autoscaling.v2.horizontalpodautoscalers',
    'policies.orch.io.v1.checks',
    // Only the beta version has it.
    'policies.orch.io.v1beta1.changes',
  ])
  expect(found[1]?.shortNames).toEqual(['hpa'])
  expect(asked).toEqual(['/api', '/apis'])
})

test('[UI3] paths of collections and objects escape names', () => {
  expect(collectionPath(resource)).toBe('/apis/apps/v1/deployments')
  expect(objectPath(resource, 'shop', 'a/b')).toBe('/apis/apps/v1/namespaces/shop/deployments/a%2Fb')
})
