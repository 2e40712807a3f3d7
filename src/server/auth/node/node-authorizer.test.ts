import { expect, test } from 'vitest'
import type { Attributes, Decision } from '#server/auth/authorizer.ts'
import { authenticatedUser } from '#server/auth/user-info.ts'
import { nodeAuthorizer } from './node-authorizer.ts'
import { NodeGraph, vertexOf } from './node-graph.ts'
import { edgesOfPod, edgesOfVolume } from './graph-edges.ts'

const n1 = authenticatedUser({ name: 'system:node:n1', groups: ['system:nodes'] })
const plain: Attributes = {
  user: n1,
  verb: 'get',
  isResource: true,
  group: '',
  version: 'v1',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  path: '',
}

const ref = (name: string): object => ({ name })
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'ns', name: 'p' },
  spec: {
    nodeName: 'n1',
    serviceAccountName: 'robot',
    imagePullSecrets: [ref('pull')],
    containers: [{ env: [{ valueFrom: { secretKeyRef: ref('env') } }], envFrom: [{ configMapRef: ref('all') }] }],
    initContainers: [{ envFrom: [{ secretRef: ref('init') }] }],
    volumes: [
      { name: 'a', projected: { sources: [{ secret: ref('part') }, { configMap: ref('piece') }] } },
      { name: 'b', persistentVolumeClaim: { claimName: 'disk' } },
      { name: 'c', ephemeral: {} },
      { name: 'd', csi: { nodePublishSecretRef: ref('driver') } },
    ],
    resourceClaims: [
      { name: 'x', resourceClaimTemplateName: 't' },
      { name: 'y', resourceClaimName: 'gpu' },
    ],
  },
  status: { resourceClaimStatuses: [{ name: 'x', resourceClaimName: 'made' }] },
} as Parameters<typeof edgesOfPod>[0]
const volume = {
  metadata: { name: 'pv1' },
  spec: {
    claimRef: { namespace: 'ns', name: 'disk' },
    csi: {
      nodeStageSecretRef: { namespace: 'vault', name: 'stage' },
      controllerPublishSecretRef: { namespace: 'vault', name: 'control' },
    },
  },
} as Parameters<typeof edgesOfVolume>[0]

function start() {
  const graph = new NodeGraph()
  graph.setEdges(vertexOf('pod', 'ns', 'p'), edgesOfPod(pod))
  graph.setEdges(vertexOf('pv', '', 'pv1'), edgesOfVolume(volume))
  const rules = [{ verbs: ['list'], apiGroups: [''], resources: ['services'] }]
  const authorizer = nodeAuthorizer({ graph: async () => graph, rules: async () => rules })
  const ask = async (more: Partial<Attributes>): Promise<Decision> => authorizer.authorize({ ...plain, ...more })
  const get = async (resource: string, name: string, namespace = 'ns', group = ''): Promise<string> => {
    const { type, why } = await ask({ resource, name, namespace, group })
    return type === 'allowed' ? type : why
  }
  return { graph, authorizer, ask, get }
}

const unrelated = "no relationship found between node 'n1' and this object"

test('[NAZ1] only members of the group `system:nodes` with a name of a node are nodes', async () => {
  const { ask, authorizer } = start()
  const other = authenticatedUser({ name: 'system:node:n1' })
  expect(await ask({ user: other, resource: 'nodes', name: 'n1' })).toEqual({ type: 'no-opinion', why: '' })
  const nameless = authenticatedUser({ name: 'system:node:', groups: ['system:nodes'] })
  expect(await ask({ user: nameless, resource: 'nodes' })).toMatchObject({
    why: 'unknown node for user "system:node:"',
  })
  expect(await authorizer.rulesFor?.(n1, 'ns')).toEqual({
    rules: [],
    isIncomplete: true,
    errors: ['node authorizer does not support user rule resolution'],
  })
  expect(await authorizer.rulesFor?.(other, 'ns')).toMatchObject({ isIncomplete: false, errors: [] })
})

test('[NAZ3] a node can read the objects that its pods reference and that their volumes need, and nothing else', async () => {
  const { get, graph } = start()
  for (const secret of ['pull', 'env', 'init', 'part', 'driver']) expect(await get('secrets', secret)).toBe('allowed')
  for (const map of ['all', 'piece']) expect(await get('configmaps', map)).toBe('allowed')
  for (const claim of ['disk', 'p-c']) expect(await get('persistentvolumeclaims', claim)).toBe('allowed')
  for (const claim of ['made', 'gpu'])
    expect(await get('resourceclaims', claim, 'ns', 'resource.orch.io')).toBe('allowed')
  expect(await get('serviceaccounts', 'robot')).toBe('allowed')
  expect(await get('persistentvolumes', 'pv1', '')).toBe('allowed')
  expect(await get('secrets', 'stage', 'vault')).toBe('allowed')
  expect(await get('secrets', 'control', 'vault')).toBe(unrelated)
  expect(await get('secrets', 'pull', 'elsewhere')).toBe(unrelated)
  expect(await get('resourceclaims', 't', 'ns', 'resource.orch.io')).toBe(unrelated)
  graph.setEdges(vertexOf('pod', 'ns', 'p'), [])
  for (const [resource, name] of [
    ['secrets', 'pull'],
    ['persistentvolumes', 'pv1'],
  ] as const)
    expect(await get(resource, name)).toBe(unrelated)
})

test('[NAZ3] a mirror pod gives its node no access', () => {
  const metadata = { ...pod.metadata, annotations: { 'orch.io/config.mirror': 'x' } }
  expect(edgesOfPod({ ...pod, metadata })).toEqual([['pod/ns/p', 'node//n1']])
})

test("[NAZ2] each type allows its own verbs and refuses others with the original's message", async () => {
  const { ask } = start()
  const why = async (more: Partial<Attributes>): Promise<string> => {
    const { type, why: text } = await ask(more)
    return type === 'allowed' ? type : text
  }
  expect(await why({ resource: 'secrets', verb: 'list', namespace: 'ns' })).toBe('No Object name found')
  expect(await why({ resource: 'secrets', verb: 'update' })).toBe('can only read resources of this type')
  expect(await why({ resource: 'secrets', name: 'x' })).toBe('can only read namespaced object of this type')
  expect(await why({ resource: 'persistentvolumes', verb: 'list' })).toBe(
    'can only get individual resources of this type',
  )
  expect(await why({ resource: 'persistentvolumeclaims', subresource: 'status' })).toBe(
    'can only get/update/patch this type',
  )
  expect(await why({ resource: 'serviceaccounts', verb: 'create', name: 'robot', namespace: 'ns' })).toBe(
    'can only create token subresource of serviceaccount',
  )
  const token = { resource: 'serviceaccounts', subresource: 'token', verb: 'create', namespace: 'ns' }
  expect(await why({ ...token, name: 'robot' })).toBe('allowed')
  expect(await why({ ...token, name: 'other' })).toBe(unrelated)
  const lease = { group: 'coordination.orch.io', resource: 'leases', verb: 'update', namespace: 'kube-node-lease' }
  expect(await why({ ...lease, name: 'n1' })).toBe('allowed')
  expect(await why({ ...lease, name: 'n2' })).toBe(
    'can only access node lease with the same name as the requesting node',
  )
  expect(await why({ ...lease, namespace: 'ns' })).toBe(
    'can only access leases in the "kube-node-lease" system namespace',
  )
  expect(await why({ group: 'storage.orch.io', resource: 'csinodes', verb: 'list' })).toBe(
    'can only get, create, update, patch, or delete a CSINode',
  )
  expect(await why({ resource: 'nodes', verb: 'list' })).toBe(
    "node 'n1' cannot read all nodes, only its own Node object",
  )
  expect(await why({ resource: 'nodes', name: 'n2' })).toBe("node 'n1' cannot read 'n2', only its own Node object")
  expect(await why({ resource: 'nodes', name: 'n1' })).toBe('allowed')
  expect(await why({ resource: 'services', verb: 'list' })).toBe('allowed')
  expect(await why({ resource: 'services', verb: 'create' })).toBe('')
})

test('[NAZ2] a node can list pods and resource slices only with a field selector for its own', async () => {
  const { ask } = start()
  const fields = [{ field: 'spec.nodeName', operator: '=', value: 'n1' }] as const
  const narrowing = { fields, labels: [] }
  expect(await ask({ resource: 'pods', verb: 'list' })).toMatchObject({
    type: 'no-opinion',
    why: 'can only list/watch pods with spec.nodeName field selector',
  })
  expect(await ask({ resource: 'pods', verb: 'watch', narrowing })).toMatchObject({ type: 'allowed' })
  expect(await ask({ resource: 'pods', verb: 'list', namespace: 'ns', name: 'p' })).toMatchObject({ type: 'allowed' })
  const slices = { group: 'resource.orch.io', resource: 'resourceslices', verb: 'deletecollection' }
  expect(await ask({ ...slices, narrowing })).toMatchObject({ type: 'allowed' })
  expect(await ask(slices)).toMatchObject({
    why: 'can only list/watch/deletecollection resourceslices with nodeName field selector',
  })
})
