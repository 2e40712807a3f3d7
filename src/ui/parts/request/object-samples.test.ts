import { expect, test } from 'vitest'
import { readYaml } from '#ui/texts/read-yaml.ts'
import { toKubectl } from '#ui/exchange/copy-as.ts'
import { sampleBody } from './object-samples.ts'
import { isCollection, pathParts } from '#client/path-parts.ts'
import { acceptChoices, emptyDraft, type Method, withPath } from '#ui/exchange/request-draft.ts'

const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '7', managedFields: [{}] },
  spec: { replicas: 2, template: { spec: { containers: [{ name: 'web', image: 'web:1' }] } } },
  status: { replicas: 2 },
}
const sample = (method: Method, contentType: string, object: Parameters<typeof sampleBody>[1] = web) =>
  sampleBody({ ...emptyDraft, method, contentType }, object)

test('[RC13] each type of patch has a sample that applies to the current object', () => {
  expect(JSON.parse(sample('PATCH', 'application/json-patch+json'))).toEqual([
    { op: 'test', path: '/metadata/resourceVersion', value: '7' },
    { op: 'replace', path: '/spec/replicas', value: 3 },
  ])
  expect(JSON.parse(sample('PATCH', 'application/merge-patch+json'))).toEqual({ spec: { replicas: 3 } })
  expect(JSON.parse(sample('PATCH', 'application/strategic-merge-patch+json'))).toEqual({
    spec: { template: { spec: { containers: [{ name: 'web', env: [{ name: 'SAMPLE', value: 'hello' }] }] } } },
  })
  expect(readYaml(sample('PATCH', 'application/apply-patch+yaml'))).toMatchObject({
    object: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 3 } },
  })
  const bare = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', resourceVersion: '1' } }
  expect(JSON.parse(sample('PATCH', 'application/json-patch+json', bare))[1]).toEqual({
    op: 'add',
    path: '/data',
    value: { sample: 'hello' },
  })
})

test('[RC13] a sample to create has no server-set fields, one to replace has its resourceVersion', () => {
  expect(JSON.parse(sample('POST', 'application/json')).metadata).toEqual({ name: 'web-copy', namespace: 'shop' })
  expect(JSON.parse(sample('PUT', 'application/json')).metadata).toMatchObject({ name: 'web', resourceVersion: '7' })
})

test('[RC14] [VO7] the choices of Accept depend on the path', () => {
  const labels = (path: string) => acceptChoices(path, 'orch').map(({ label }) => label)
  expect(labels('/apis')).toContain('APIGroupDiscoveryList')
  expect(labels('/api/v1/namespaces/shop/services')).toContain('PartialObjectMetadataList')
  expect(labels('/api/v1/namespaces/shop/services/web')).toContain('PartialObjectMetadata')
  const list = acceptChoices('/api/v1/nodes', 'kubernetes').find(({ label }) => label === 'PartialObjectMetadataList')
  const moved = withPath({ ...emptyDraft, accept: list?.value ?? '' }, '/api/v1/nodes/a')
  expect(moved.accept).toContain('as=PartialObjectMetadata;g=meta.k8s.io')
})

test('[RC14] paths are parsed into group, version, resource and name', () => {
  expect(pathParts('/apis/apps/v1/namespaces/shop/deployments/web/scale')).toEqual({
    group: 'apps',
    version: 'v1',
    namespace: 'shop',
    resource: 'deployments',
    name: 'web',
    subresource: 'scale',
  })
  expect(isCollection('/api/v1/namespaces')).toBe(true)
  expect(isCollection('/api/v1/namespaces/shop')).toBe(false)
  expect(pathParts('/api/v1/namespaces/shop/finalize')).toMatchObject({ name: 'shop', subresource: 'finalize' })
  expect(pathParts('/version')).toBe(null)
})

test('[RC4] kubectl uses --raw, and its patch command for a PATCH', () => {
  const draft = { ...emptyDraft, path: '/apis/apps/v1/namespaces/shop/deployments/web' }
  expect(toKubectl(draft)).toBe('kubectl get --raw /apis/apps/v1/namespaces/shop/deployments/web')
  const patch = { ...draft, method: 'PATCH' as const, body: '{"spec":{}}', query: [{ name: 'dryRun', value: 'All' }] }
  expect(toKubectl({ ...patch, contentType: 'application/merge-patch+json' })).toBe(
    `kubectl patch deployments.v1.apps web --type=merge -n shop --dry-run=server -p '{"spec":{}}'`,
  )
  expect(toKubectl({ ...patch, contentType: 'application/apply-patch+yaml', body: 'a: 1\nEOF' })).toBe(
    `kubectl apply --server-side -n shop --dry-run=server -f - <<'EOF_'\na: 1\nEOF\nEOF_`,
  )
})
