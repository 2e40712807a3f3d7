import { afterEach, expect, test } from 'vitest'
import { startCluster } from './life-cluster.ts'
import { endServers } from './life-server.ts'

afterEach(endServers)

const pods = '/api/v1/namespaces/default/pods'
const volumeClaims = '/api/v1/namespaces/default/persistentvolumeclaims'
const claims = '/apis/resource.orch.io/v1/namespaces/default/resourceclaims'
const containers = [{ name: 'c', image: 'app:1' }]

const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
const scratch = {
  name: 'scratch',
  ephemeral: {
    volumeClaimTemplate: { metadata: { labels: { tier: 'fast' }, annotations: { note: 'n' } }, spec: claimSpec },
  },
}
const podWithVolume = { metadata: { name: 'web' }, spec: { containers, volumes: [scratch] } }

test('[LC108] an ephemeral volume gets the claim of its template, which is made again and ends with the pod', async () => {
  const { send, read, list, pass } = await startCluster()
  await send('POST', pods, podWithVolume)
  await send('POST', pods, { metadata: { name: 'plain' }, spec: { containers } })
  await pass(1000)
  const { uid } = (await read(`${pods}/web`)).metadata
  const made = await list(volumeClaims)
  expect(made).toMatchObject([
    {
      metadata: {
        name: 'web-scratch',
        labels: { tier: 'fast' },
        annotations: { note: 'n' },
        ownerReferences: [
          { apiVersion: 'v1', kind: 'Pod', name: 'web', uid, controller: true, blockOwnerDeletion: true },
        ],
      },
      spec: claimSpec,
    },
  ])
  await send('DELETE', `${volumeClaims}/web-scratch`)
  await pass(2000)
  const again = await list(volumeClaims)
  expect(again.map(({ metadata }) => metadata.name)).toEqual(['web-scratch'])
  expect(again[0]?.metadata.uid).not.toBe(made[0]?.metadata.uid)
  await send('DELETE', `${pods}/web?gracePeriodSeconds=0`)
  await pass(5000)
  expect(await list(volumeClaims)).toEqual([])
})

test('[LC108] a claim that belongs to something else is left alone: events say so and the pod waits', async () => {
  const { send, read, pass, said } = await startCluster()
  await send('POST', volumeClaims, { metadata: { name: 'web-scratch' }, spec: claimSpec })
  await send('POST', pods, podWithVolume)
  await pass(1000)
  const fault = 'PVC default/web-scratch was not created for pod default/web (pod is not owner)'
  expect(await said('FailedBinding')).toContain(`ephemeral volume scratch: ${fault}`)
  expect((await read(`${volumeClaims}/web-scratch`)).metadata).not.toHaveProperty('ownerReferences')
  const status = (await read(`${pods}/web`)).status as { readonly conditions: readonly { readonly message: string }[] }
  expect(status.conditions[0]?.message).toContain(fault)
})

/** Starts a cluster that has the rules of ResourceClaims, which load in real time with the first of them. */
async function startWithClaims(nodes?: number) {
  const cluster = await startCluster(nodes)
  await cluster.send('POST', `${claims}?dryRun=All`, { metadata: { name: 'first' }, spec: { devices } })
  return cluster
}

const devices = { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }] }
const template = {
  metadata: { name: 'one-gpu' },
  spec: { metadata: { labels: { tier: 'fast' }, annotations: { note: 'n' } }, spec: { devices } },
}
const podWithClaim = (name: string) => ({
  metadata: { name },
  spec: { containers, resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'one-gpu' }] },
})
const templates = '/apis/resource.orch.io/v1/namespaces/default/resourceclaimtemplates'

test('[LC109] a pod gets a ResourceClaim from its template, which its status names, and another if that is gone', async () => {
  const { send, read, list, pass } = await startWithClaims(0)
  await send('POST', templates, template)
  await send('POST', pods, podWithClaim('web'))
  await pass(1000)
  const pod = await read(`${pods}/web`)
  const made = await list(claims)
  expect(made).toMatchObject([
    {
      metadata: {
        labels: { tier: 'fast' },
        annotations: { note: 'n', 'resource.orch.io/pod-claim-name': 'gpu' },
        ownerReferences: [
          {
            apiVersion: 'v1',
            kind: 'Pod',
            name: 'web',
            uid: pod.metadata.uid,
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      },
      spec: { devices },
    },
  ])
  const name = made[0]?.metadata.name ?? ''
  expect(name).toMatch(/^web-gpu-[a-z0-9]{5}$/)
  expect(pod.status).toMatchObject({ resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: name }] })
  await send('DELETE', `${claims}/${name}`)
  await pass(1000)
  const [next, ...more] = await list(claims)
  expect(more).toEqual([])
  expect(next?.metadata.name).not.toBe(name)
  expect((await read(`${pods}/web`)).status).toMatchObject({
    resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: next?.metadata.name }],
  })
})

test('[LC109] a missing template is an event, and the claim is made when it exists', async () => {
  const { send, list, pass, said } = await startWithClaims(0)
  await send('POST', pods, podWithClaim('web'))
  await pass(1000)
  expect(await list(claims)).toEqual([])
  expect(await said('FailedResourceClaimCreation')).toContain(
    'PodResourceClaim gpu: resource claim template "one-gpu": resourceclaimtemplate.resource.orch.io "one-gpu" not found',
  )
  await send('POST', templates, template)
  await pass(10_000)
  expect(await list(claims)).toHaveLength(1)
})

const allocation = {
  devices: { results: [{ request: 'gpu', driver: 'gpu.example.com', pool: 'p', device: 'd' }] },
}

test('[LC109] [LC110] a claim that is allocated is reserved for its pod on a node, and freed when the pod ended', async () => {
  const { send, read, list, patch, pass } = await startWithClaims()
  await send('POST', claims, {
    metadata: { name: 'shared', finalizers: ['resource.orch.io/delete-protection'] },
    spec: { devices },
  })
  const resourceClaims = [{ name: 'gpu', resourceClaimName: 'shared' }]
  for (const name of ['a', 'b']) await send('POST', pods, { metadata: { name }, spec: { containers, resourceClaims } })
  await pass(3000)
  expect((await patch(`${claims}/shared/status`, { status: { allocation } })).status).toBe(200)
  await pass(1000)
  const users = async () =>
    (
      (await read(`${claims}/shared`)).status as { readonly reservedFor?: readonly { readonly name: string }[] }
    ).reservedFor
      ?.map(({ name }) => name)
      .toSorted()
  expect(await users()).toEqual(['a', 'b'])
  await patch(`${pods}/a/status`, { status: { phase: 'Succeeded' } })
  await pass(1000)
  expect(await users()).toEqual(['b'])
  expect((await read(`${claims}/shared`)).status).toHaveProperty('allocation')
  await send('DELETE', `${pods}/b?gracePeriodSeconds=0`)
  await pass(3000)
  const [freed] = await list(claims)
  expect(freed?.status ?? {}).toEqual({})
  expect(freed?.metadata).not.toHaveProperty('finalizers')
})

test('[LC110] the claim that was made for a pod is deleted when the pod ended, before the pod is', async () => {
  const { send, list, patch, pass, pods: allPods } = await startWithClaims()
  await send('POST', templates, template)
  for (const name of ['done', 'runs']) await send('POST', pods, podWithClaim(name))
  await pass(3000)
  expect(await list(claims)).toHaveLength(2)
  await patch(`${pods}/done/status`, { status: { phase: 'Succeeded' } })
  await pass(2000)
  expect((await list(claims)).map(({ metadata }) => metadata.name)).toEqual([expect.stringMatching(/^runs-gpu-/)])
  expect(await allPods()).toHaveLength(2)
})
