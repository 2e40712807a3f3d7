import { expect, test } from 'vitest'
import type { Authenticator } from '#server/auth/authenticator.ts'
import { startServer, type TrialServer } from './trial-server.ts'

/** A header selects the node user; without it the user is the administrator. */
const byHeader: Authenticator = {
  async authenticate(headers) {
    const node = headers.get('x-node') ?? ''
    const groups = node === '' ? ['system:masters'] : ['system:nodes', 'system:authenticated']
    return {
      type: 'user',
      user: { name: node === '' ? 'admin' : `system:node:${node}`, uid: '', groups, extra: {} },
      by: '',
    }
  },
}

const pods = '/api/v1/namespaces/default/pods'
const leases = '/apis/coordination.orch.io/v1/namespaces/kube-node-lease/leases'
const pod = (name: string, spec: object = {}, metadata: object = {}): object => ({
  metadata: { name, ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], automountServiceAccountToken: false, ...spec },
})
const mirror = { annotations: { 'orch.io/config.mirror': 'x' } }

const start = (): TrialServer => startServer({ authenticator: byHeader, admission: { enabled: ['NodeRestriction'] } })

const asNode = async (server: TrialServer, method: string, path: string, body?: object): Promise<[number, string]> => {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const answer = await server.send(method, path, body, { 'x-node': 'n1', 'content-type': type })
  return [answer.status, String(answer.body?.message ?? '').replace(/^.*is forbidden: /, '')]
}

test('[NR1] a node creates only mirror pods that are bound to itself and refer to no other objects', async () => {
  const server = start()

  expect(await asNode(server, 'POST', pods, pod('a'))).toEqual([
    403,
    'pod does not have "orch.io/config.mirror" annotation, node "n1" can only create mirror pods',
  ])
  expect(await asNode(server, 'POST', pods, pod('a', { nodeName: 'n2' }, mirror))).toEqual([
    403,
    'node "n1" can only create pods with spec.nodeName set to itself',
  ])
  const secret = { nodeName: 'n1', volumes: [{ name: 'v', secret: { secretName: 's' } }] }
  expect(await asNode(server, 'POST', pods, pod('a', secret, mirror))).toEqual([
    403,
    'node "n1" can not create pods that reference secrets',
  ])
  expect((await asNode(server, 'POST', pods, pod('a', { nodeName: 'n1' }, mirror)))[0]).toBe(201)
  expect((await asNode(server, 'PATCH', `${pods}/a/status`, { status: { message: 'm' } }))[0]).toBe(200)
  await server.post(pods, pod('b', { nodeName: 'n2' }))
  expect(await asNode(server, 'PATCH', `${pods}/b/status`, { status: { message: 'm' } })).toEqual([
    403,
    'node "n1" can only update pod status for pods with spec.nodeName set to itself',
  ])
  expect((await asNode(server, 'DELETE', `${pods}/b`))[0]).toBe(403)
})

test('[NR1] a node updates itself, but not its taints or restricted labels, and its own lease', async () => {
  const server = start()
  const node = '/api/v1/nodes'
  const named = (name: string, labels: object = {}): object => ({ metadata: { name, labels } })

  expect(await asNode(server, 'POST', node, named('n2'))).toEqual([403, 'node "n1" is not allowed to modify node "n2"'])
  expect(await asNode(server, 'POST', node, named('n1', { 'node-restriction.orch.io/a': 'b' }))).toEqual([
    403,
    'node "n1" is not allowed to set the following labels: node-restriction.orch.io/a',
  ])
  expect((await asNode(server, 'POST', node, named('n1', { 'orch.io/os': 'linux', mine: 'yes' })))[0]).toBe(201)
  expect(
    await asNode(server, 'PATCH', `${node}/n1`, { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } }),
  ).toEqual([403, 'node "n1" is not allowed to modify taints'])
  expect((await asNode(server, 'POST', leases, named('n1')))[0]).toBe(201)
  expect(await asNode(server, 'POST', leases, named('n3'))).toEqual([
    403,
    'can only access node lease with the same name as the requesting node',
  ])
})

test('[AZ11] authorization modes are tried in order: RBAC may allow what Node does not', async () => {
  const server = startServer({ authenticator: byHeader, authorizationMode: ['Node', 'RBAC'] })

  expect((await asNode(server, 'POST', leases, { metadata: { name: 'n1' } }))[0]).toBe(201)
  expect((await asNode(server, 'GET', '/api/v1/namespaces/default/secrets'))[0]).toBe(403)
  expect((await server.get('/api/v1/secrets')).status).toBe(200)
})
