import { afterEach, expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { CAUSE_HEADER } from '#facts/debug-api.ts'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

const deployment = {
  metadata: { name: 'web' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'app:1' }] } },
  },
}

test('[LC6] from the readiness of a pod, causes lead back to the Deployment that a user applied', async () => {
  const { clock, send, rows } = await startLife({ runs: () => true, nodes: 1 })
  await clock.runUntil(clock.now() + 1000)
  await send('POST', '/apis/apps/v1/namespaces/default/deployments', deployment)
  await clock.runUntil(clock.now() + 5000)

  const all = await rows()
  const ready = all.findLast(({ resource, actor }) => resource === 'pods' && actor.endsWith('simulated-kubelet'))
  const chain: string[] = []
  for (let row = ready; row !== undefined; row = all.find(({ revision }) => revision === row?.cause))
    chain.unshift(`${row.verb} ${row.resource}`)
  expect(chain).toEqual([
    'create deployments',
    'create replicasets',
    'create pods',
    // The scheduler binds the pod, and the kubelet goes through two stages.
    'update pods',
    'patch pods',
    'patch pods',
  ])
})

test('[LC6] a revision that was not written yet is no cause', async () => {
  const { send, rows } = await startLife()
  const write = (name: string, cause: string): Promise<Response> =>
    send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name } }, { [CAUSE_HEADER]: cause })
  await write('known', '1')
  await write('future', '999999')
  await write('words', 'one')

  const named = (await rows()).filter(({ resource }) => resource === 'configmaps')
  expect(named.map(({ name, cause }) => [name, cause])).toEqual([
    ['known', 1],
    ['future', 0],
    ['words', 0],
  ])
})

test('[LC99] loops and nodes start and stop while the server runs', async () => {
  const { clock, send } = await startLife()
  const life = async (body: object): Promise<object> =>
    (await (await send('POST', '/debug/life', body)).json()) as object
  const names = async (path: string): Promise<readonly string[]> => {
    const { items } = (await (await send('GET', path)).json()) as { items: readonly ApiObject[] }
    return items.map(({ metadata }) => metadata.name ?? '')
  }
  expect(await life({ running: true, nodes: 2 })).toEqual({ running: true, nodes: 2 })
  await send('POST', '/apis/apps/v1/namespaces/default/deployments', deployment)
  await clock.runUntil(clock.now() + 1000)
  expect(await names('/api/v1/nodes')).toEqual(['node-1', 'node-2'])
  expect(await names('/api/v1/pods')).toHaveLength(1)

  expect(await life({ running: false })).toEqual({ running: false, nodes: 0 })
  await send('DELETE', `/api/v1/namespaces/default/pods/${(await names('/api/v1/pods')).join()}?gracePeriodSeconds=0`)
  await clock.runUntil(clock.now() + 5000)
  expect(await names('/api/v1/pods')).toEqual([])

  await life({ running: true, nodes: 2 })
  await clock.runUntil(clock.now() + 1000)
  expect(await names('/api/v1/pods')).toHaveLength(1)
  expect((await send('POST', '/debug/life', { nodes: 1.5 })).status).toBe(400)
})

test('[LC100] the writes of loops name their managers where the browser sends no User-Agent', async () => {
  const withoutAgent =
    (send: typeof fetch): typeof fetch =>
    (input, init) => {
      const headers = new Headers(init?.headers)
      headers.delete('user-agent')
      return send(input, { ...init, headers })
    }
  const { clock, send } = await startLife({ runs: () => true, nodes: 1 }, withoutAgent)
  await clock.runUntil(clock.now() + 1000)
  await send('POST', '/apis/apps/v1/namespaces/default/deployments', deployment)
  await clock.runUntil(clock.now() + 5000)

  const pods = (await (await send('GET', '/api/v1/namespaces/default/pods')).json()) as {
    readonly items: readonly {
      readonly metadata: { readonly managedFields: readonly { readonly manager: string }[] }
    }[]
  }
  const managers = pods.items.flatMap(({ metadata }) => metadata.managedFields.map(({ manager }) => manager))
  expect(managers).toEqual(['kube-controller-manager', 'kubelet'])
})
