import { expect, test } from 'vitest'
import { startServer, type TrialServer } from './trial-server.ts'

interface Sent {
  readonly path: string
  readonly object: object
  readonly name?: string
}

const inGroup = (apiVersion: string, kind: string, rest: object = {}): object => ({ apiVersion, kind, ...rest })
const rbac = 'rbac.authorization.orch.io/v1'
const networking = 'networking.orch.io/v1'

/** Kinds whose update runs the rules of a create again, and those whose own rules say nothing about metadata. */
const kinds = {
  roles: { path: `/apis/${rbac}/namespaces/default/roles`, object: inGroup(rbac, 'Role') },
  networkpolicies: {
    path: `/apis/${networking}/namespaces/default/networkpolicies`,
    object: inGroup(networking, 'NetworkPolicy', { spec: { podSelector: {} } }),
  },
  ingressclasses: {
    path: `/apis/${networking}/ingressclasses`,
    object: inGroup(networking, 'IngressClass', { spec: { controller: 'a.example/c' } }),
  },
  storageclasses: {
    path: '/apis/storage.orch.io/v1/storageclasses',
    object: inGroup('storage.orch.io/v1', 'StorageClass', { provisioner: 'p' }),
  },
  limitranges: {
    path: '/api/v1/namespaces/default/limitranges',
    object: inGroup('v1', 'LimitRange', { spec: { limits: [] } }),
  },
  endpointslices: {
    path: '/apis/discovery.orch.io/v1/namespaces/default/endpointslices',
    object: inGroup('discovery.orch.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [] }),
  },
  persistentvolumes: {
    path: '/api/v1/persistentvolumes',
    object: inGroup('v1', 'PersistentVolume', {
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    }),
  },
  persistentvolumeclaims: {
    path: '/api/v1/namespaces/default/persistentvolumeclaims',
    object: inGroup('v1', 'PersistentVolumeClaim', {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
  },
  resourceclaims: {
    path: '/apis/resource.orch.io/v1/namespaces/default/resourceclaims',
    object: inGroup('resource.orch.io/v1', 'ResourceClaim', { spec: {} }),
  },
  resourceclaimtemplates: {
    path: '/apis/resource.orch.io/v1/namespaces/default/resourceclaimtemplates',
    object: inGroup('resource.orch.io/v1', 'ResourceClaimTemplate', { spec: { spec: {} } }),
  },
  runtimeclasses: {
    path: '/apis/node.orch.io/v1/runtimeclasses',
    object: inGroup('node.orch.io/v1', 'RuntimeClass', { handler: 'h' }),
  },
  events: {
    path: '/api/v1/namespaces/default/events',
    object: inGroup('v1', 'Event', { involvedObject: { namespace: 'default' } }),
  },
  apiservices: {
    path: '/apis/apiregistration.orch.io/v1/apiservices',
    name: 'v1.zz.example',
    object: inGroup('apiregistration.orch.io/v1', 'APIService', {
      spec: {
        group: 'zz.example',
        version: 'v1',
        groupPriorityMinimum: 1,
        versionPriority: 1,
        insecureSkipTLSVerify: true,
        service: { namespace: 'n', name: 's' },
      },
    }),
  },
} satisfies Record<string, Sent>

const withMetadata = ({ object, name = 'a' }: Sent, metadata: object): object => ({
  ...object,
  metadata: { name, ...metadata },
})

async function updated(server: TrialServer, sent: Sent, metadata: object, subresource = ''): Promise<number[]> {
  const at = `${sent.path}/${sent.name ?? 'a'}`
  const live = await server.get(at)
  const next = { ...live.body, metadata: { ...live.body.metadata, ...metadata } }
  const { status, body } = await server.put(`${at}${subresource}?dryRun=All`, next)
  return [status, body.details?.causes?.length ?? 0]
}

test('[WR12] an update that runs the rules of a create again refuses the same finalizers', async () => {
  const server = startServer()
  const found: Record<string, number[]> = {}
  for (const [kind, sent] of Object.entries(kinds)) {
    const refused = await server.post(`${sent.path}?dryRun=All`, withMetadata(sent, { finalizers: ['bad'] }))
    expect((await server.post(sent.path, withMetadata(sent, {}))).status).toBe(201)
    found[kind] = [refused.status, ...(await updated(server, sent, { finalizers: ['bad'] }))]
  }
  expect(found).toEqual({
    roles: [422, 422, 2],
    networkpolicies: [422, 422, 1],
    ingressclasses: [422, 422, 1],
    storageclasses: [422, 422, 1],
    limitranges: [422, 422, 1],
    endpointslices: [422, 422, 1],
    persistentvolumes: [422, 422, 2],
    persistentvolumeclaims: [422, 422, 2],
    resourceclaims: [422, 422, 1],
    resourceclaimtemplates: [422, 422, 1],
    runtimeclasses: [201, 200, 0],
    events: [201, 200, 0],
    apiservices: [201, 200, 0],
  })
})

test('[WR12] a definition takes a finalizer without a domain', async () => {
  const server = startServer()
  const definition = {
    apiVersion: 'apiextensions.orch.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'ws.g.example', finalizers: ['plain'] },
    spec: {
      group: 'g.example',
      scope: 'Namespaced',
      names: { plural: 'ws', kind: 'W' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  }
  expect((await server.post('/apis/apiextensions.orch.io/v1/customresourcedefinitions', definition)).status).toBe(201)
})

test('[WR16] a wrong label is listed once by the registry, once per check of the kind', async () => {
  const server = startServer()
  const labels = { 'a b': '' }
  const found: Record<string, number[]> = {}
  for (const [kind, sent] of Object.entries(kinds)) {
    await server.post(sent.path, withMetadata(sent, {}))
    found[kind] = await updated(server, sent, { labels })
  }
  const cronJob: Sent = {
    path: '/apis/batch/v1/namespaces/default/cronjobs',
    object: inGroup('batch/v1', 'CronJob', {
      spec: {
        schedule: '* * * * *',
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
        },
      },
    }),
  }
  await server.post(cronJob.path, withMetadata(cronJob, {}))
  found['cronjobs/status'] = await updated(server, cronJob, { labels }, '/status')
  const namespace: Sent = { path: '/api/v1/namespaces', name: 'default', object: inGroup('v1', 'Namespace') }
  for (const part of ['', '/status', '/finalize'])
    found[`namespaces${part}`] = await updated(server, namespace, { labels }, part)
  expect(found).toEqual({
    roles: [422, 5],
    networkpolicies: [422, 4],
    ingressclasses: [422, 4],
    storageclasses: [422, 4],
    limitranges: [422, 3],
    endpointslices: [422, 3],
    persistentvolumes: [422, 4],
    persistentvolumeclaims: [422, 5],
    resourceclaims: [422, 4],
    resourceclaimtemplates: [422, 4],
    runtimeclasses: [422, 4],
    events: [422, 2],
    apiservices: [422, 4],
    'cronjobs/status': [422, 2],
    namespaces: [422, 4],
    'namespaces/status': [422, 3],
    'namespaces/finalize': [422, 3],
  })
})
