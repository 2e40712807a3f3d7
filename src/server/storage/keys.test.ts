import { expect, test } from 'vitest'
import { endOfPrefix, namespacePrefix, objectKey, parseObjectKey, resourcePrefix } from './keys.ts'

const deployments = { group: 'apps', resource: 'deployments' }

test('[ST1] a key consists of group resource, namespace and name, and parses back into them', () => {
  const namespaced = { ...deployments, namespace: 'ns', name: 'web' }
  const cluster = { group: '', resource: 'nodes', namespace: '', name: 'n1' }

  expect([objectKey(namespaced), objectKey(cluster)]).toEqual([
    '/registry/deployments.apps/ns/web',
    '/registry/nodes/n1',
  ])
  expect([namespaced, cluster].map((one) => parseObjectKey(objectKey(one)))).toEqual([namespaced, cluster])
  expect(['/registry/', '/registry/a', '/registry/a/b/c/d', '/other/a/b', ''].map(parseObjectKey)).toEqual(
    Array.from({ length: 5 }, () => null),
  )
})

test('[ST1] a namespace prefix excludes namespaces whose names only begin with the same text', () => {
  expect(namespacePrefix(deployments, 'ns')).toBe('/registry/deployments.apps/ns/')
  expect(namespacePrefix(deployments, '')).toBe(resourcePrefix(deployments))
  expect(endOfPrefix('/registry/deployments.apps/ns/')).toBe('/registry/deployments.apps/ns0')
  expect('z\uffff' < endOfPrefix('')).toBe(true)
  expect(endOfPrefix('a\uffff')).toBe('b')
})
