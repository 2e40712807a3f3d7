import { afterEach, expect, test } from 'vitest'
import { startCluster } from './life-cluster.ts'
import { endServers } from './life-server.ts'

afterEach(endServers)

const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
const pods = '/api/v1/namespaces/default/pods'
const selector = { matchLabels: { app: 'p' } }

const podOf = (name: string, owner?: object) => ({
  metadata: { name, labels: { app: 'p' }, ...(owner && { ownerReferences: [{ ...owner, controller: true }] }) },
  spec: { containers: [{ name: 'c', image: 'app:1' }] },
})

const replicas = { type: 'integer' }
const objectOf = (properties: object) => ({ type: 'object', properties })

/** A kind of custom resources whose objects have a size. */
const shops = {
  metadata: { name: 'shops.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'shops', singular: 'shop', kind: 'Shop', listKind: 'ShopList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: objectOf({ spec: objectOf({ replicas }), status: objectOf({ replicas }) }) },
        subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
      },
    ],
  },
}

test('[LC95] a budget counts what an owner of another kind wants by its scale, if it has one', async () => {
  const { send, read, pass, said } = await startCluster()
  await send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', shops)
  await pass(1000)
  const shop = { apiVersion: 'example.com/v1', kind: 'Shop', metadata: { name: 'big' }, spec: { replicas: 4 } }
  const made = (await (await send('POST', '/apis/example.com/v1/namespaces/default/shops', shop)).json()) as {
    metadata: { uid: string }
  }
  const owner = { apiVersion: 'example.com/v1', kind: 'Shop', name: 'big', uid: made.metadata.uid }
  await send('POST', budgets, { metadata: { name: 'b' }, spec: { maxUnavailable: 1, selector } })
  await send('POST', pods, podOf('p', owner))
  await pass(2000)
  expect((await read(`${budgets}/b`)).status).toMatchObject({ expectedPods: 4, desiredHealthy: 3, currentHealthy: 1 })

  await send('DELETE', `${pods}/p?gracePeriodSeconds=0`)
  await send('POST', pods, podOf('q', { ...owner, kind: 'Stall' }))
  await pass(2000)
  const fault = 'no matches for kind "Stall" in version "example.com/v1"'
  expect((await read(`${budgets}/b`)).status).toMatchObject({
    disruptionsAllowed: 0,
    conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: fault }],
  })
  expect(await said('CalculateExpectedPodCountFailed')).toContain(
    `Failed to calculate the number of expected pods: ${fault}`,
  )
})

test('[LC95] a budget allows nothing while the owner of a pod is not found', async () => {
  const { send, read, pass } = await startCluster()
  const uid = '11111111-2222-4333-8444-555555555555'
  await send('POST', budgets, { metadata: { name: 'b' }, spec: { minAvailable: '50%', selector } })
  const orphan = podOf('p', { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'gone', uid })
  // The garbage collector deletes it, and it remains.
  await send('POST', pods, { ...orphan, metadata: { ...orphan.metadata, finalizers: ['example.com/kept'] } })
  await pass(1000)
  expect((await read(`${budgets}/b`)).status?.['conditions']).toMatchObject([
    { status: 'False', reason: 'SyncFailed', message: 'found no controllers for pod p' },
  ])
})

test('[LC119] the mark of a disruption that did not take place is taken back after two minutes', async () => {
  const { send, read, pass } = await startCluster()
  await send('POST', pods, podOf('p'))
  await pass(1000)
  const conditionsOf = async (): Promise<readonly { readonly type: string }[]> => {
    const { status } = await read(`${pods}/p`)
    return (status?.['conditions'] ?? []) as { type: string }[]
  }
  const mark = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI', message: 'evicting' }
  const conditions = [...(await conditionsOf()), { ...mark, lastTransitionTime: '2026-03-01T12:00:02Z' }]
  const headers = { 'content-type': 'application/merge-patch+json' }
  await send('PATCH', `${pods}/p/status`, { status: { conditions } }, headers)
  const found = async () => (await conditionsOf()).find(({ type }) => type === mark.type)
  await pass(100_000)
  expect(await found()).toMatchObject({ status: 'True' })
  await pass(25_000)
  expect(await found()).toEqual({
    type: 'DisruptionTarget',
    status: 'False',
    observedGeneration: 1,
    lastProbeTime: null,
    lastTransitionTime: '2026-03-01T12:02:02Z',
  })
})
