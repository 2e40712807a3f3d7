import { expect, test } from 'vitest'
import { readPluginConfigurations, readPluginEntries } from '#server/admission/configuration/admission-configuration.ts'
import type { Json } from '#api/json.ts'
import { startServer } from './trial-server.ts'

const base = '/api/v1/namespaces/default'
const pod = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})
const enable = (...enabled: string[]) => startServer({ admission: { enabled } })
const configured = (name: string, value: Json) => readPluginConfigurations(new Map([[name, value]]))

test('[FL1] a plugin that is disabled does not run', async () => {
  const names = [
    'NamespaceLifecycle',
    'StorageObjectInUseProtection',
    'TaintNodesByCondition',
    'DefaultTolerationSeconds',
  ]
  const server = startServer({ admission: { disabled: names } })
  expect((await server.post('/api/v1/namespaces/nowhere/configmaps', { metadata: { name: 'a' } })).status).toBe(201)
  expect((await server.post('/api/v1/nodes', { metadata: { name: 'n' } })).body.spec).toEqual({})
  expect((await server.post(`${base}/pods`, pod('p'))).body.spec.tolerations).toBeUndefined()
})

test('[PVC3] [PV2] [NOD3] claims and volumes get a finalizer, and nodes a taint, unless they have them', async () => {
  const server = startServer()
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const claim = await server.post(`${base}/persistentvolumeclaims`, { metadata: { name: 'c' }, spec })
  expect(claim.body.metadata.finalizers).toEqual(['orch.io/pvc-protection'])
  const volume = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } }
  const made = await server.post('/api/v1/persistentvolumes', { metadata: { name: 'v' }, spec: volume })
  expect(made.body.metadata.finalizers).toEqual(['orch.io/pv-protection'])
  const taints = [{ key: 'node.orch.io/not-ready', effect: 'NoSchedule' }]
  expect((await server.post('/api/v1/nodes', { metadata: { name: 'n' } })).body.spec).toEqual({ taints })
  expect((await server.post('/api/v1/nodes', { metadata: { name: 'm' }, spec: { taints } })).body.spec).toEqual({
    taints,
  })
})

test('[ADP1] plugins that are off by default run when they are enabled', async () => {
  const pulling = await enable('AlwaysPullImages', 'ExtendedResourceToleration').post(
    `${base}/pods`,
    pod('p', {
      containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Never', resources: { limits: { 'a.example/x': '1' } } }],
    }),
  )
  expect(pulling.body.spec.containers[0].imagePullPolicy).toBe('Always')
  expect(pulling.body.spec.tolerations).toContainEqual({ key: 'a.example/x', operator: 'Exists' })
  const denied = await enable('AlwaysDeny').post(`${base}/configmaps`, { metadata: { name: 'a' } })
  expect(denied.body.message).toBe('configmaps "a" is forbidden: admission control is denying all modifications')
  const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }], externalIPs: ['1.2.3.4'] } }
  const external = await enable('DenyServiceExternalIPs').post(`${base}/services`, service)
  expect(external.body.message).toBe('services "s" is forbidden: Use of external IPs is denied by admission control')
  const requiredDuringSchedulingIgnoredDuringExecution = [{ topologyKey: 'zone', labelSelector: {} }]
  const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution } }
  const spread = await enable('LimitPodHardAntiAffinityTopology').post(`${base}/pods`, pod('p', { affinity }))
  expect(spread.body.message).toBe(
    'pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key orch.io/hostname is allowed',
  )
})

test('[ADP2] pods get the node selector of their namespace and may not leave it', async () => {
  const nodeSelectors = configured('PodNodeSelector', {
    podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: 'os=linux', default: 'os=linux,disk=ssd' },
  })
  const server = startServer({ admission: { enabled: ['PodNodeSelector'], configurations: nodeSelectors } })
  expect((await server.post(`${base}/pods`, pod('a'))).body.spec.nodeSelector).toEqual({ os: 'linux' })
  const other = await server.post(`${base}/pods`, pod('b', { nodeSelector: { os: 'other' } }))
  expect(other.body.message).toBe(
    'pods "b" is forbidden: pod node label selector conflicts with its namespace node label selector',
  )
  const zone = await server.post(`${base}/pods`, pod('c', { nodeSelector: { zone: 'a' } }))
  expect(zone.body.message).toBe(
    'pods "c" is forbidden: pod node label selector labels conflict with its namespace whitelist',
  )
})

test('[ADP3] events are limited by server, namespace, user or source', async () => {
  const configurations = configured('EventRateLimit', {
    apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
    kind: 'Configuration',
    limits: [{ type: 'Namespace', qps: 1, burst: 2 }],
  })
  const server = startServer({ admission: { enabled: ['EventRateLimit'], configurations } })
  const event = (name: string) => ({
    metadata: { name },
    involvedObject: { namespace: 'default', kind: 'Pod', name: 'p' },
  })
  const answers = []
  for (const name of ['a', 'b', 'c']) answers.push(await server.post(`${base}/events`, event(name)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 429])
  expect(answers[2]?.body.message).toBe('Too many requests: limit reached on type Namespace for key default')
  expect(() =>
    configured('EventRateLimit', { apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration' }),
  ).toThrow(
    'failed to initialize admission: couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: []: must not be empty',
  )
})

test('[ADP4] amounts that the configuration limits need a quota', async () => {
  const configurations = configured('ResourceQuota', {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'ResourceQuotaConfiguration',
    limitedResources: [{ resource: 'pods', matchContains: ['pods'] }],
  })
  const server = startServer({ admission: { configurations } })
  const refused = await server.post(`${base}/pods`, pod('p'))
  expect(refused.body.message).toBe('pods "p" is forbidden: insufficient quota to consume: count/pods,pods')
  expect((await server.post(`${base}/configmaps`, { metadata: { name: 'a' } })).status).toBe(201)
})

const security = (more: object = {}): Json =>
  ({
    apiVersion: 'pod-security.admission.config.k8s.io/v1',
    kind: 'PodSecurityConfiguration',
    defaults: { enforce: 'baseline', 'enforce-version': 'latest' },
    ...more,
  }) as Json

test('[PSA5] the configuration sets the level of namespaces without labels, and exempts users and namespaces', async () => {
  const configurations = configured('PodSecurity', security({ exemptions: { namespaces: ['free'] } }))
  const server = startServer({ admission: { configurations } })
  const hostNetwork = { hostNetwork: true }
  const refused = await server.post(`${base}/pods`, pod('p', hostNetwork))
  expect(refused.body.message).toContain('violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)')
  await server.post('/api/v1/namespaces', { metadata: { name: 'free' } })
  expect((await server.post('/api/v1/namespaces/free/pods', pod('p', hostNetwork))).status).toBe(201)
  const exemptions = { namespaces: ['A', 'b', 'b'], usernames: [''] }
  expect(() => configured('PodSecurity', security({ defaults: { enforce: 'x' }, exemptions }))).toThrow(
    'defaults.enforce: Invalid value: "x": must be one of privileged, baseline, restricted',
  )
  expect(() => configured('PodSecurity', security({ more: 1 }))).toThrow('strict decoding error: unknown field "more"')
})

test('[FL4] an AdmissionConfiguration lists plugins with configurations or paths', () => {
  const plugins = [
    { name: 'PodSecurity', path: 'p.yaml' },
    { name: 'ResourceQuota', configuration: { a: 1 } },
  ]
  expect(
    readPluginEntries({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins }),
  ).toEqual([
    { name: 'PodSecurity', path: 'p.yaml', configuration: undefined },
    { name: 'ResourceQuota', path: '', configuration: { a: 1 } },
  ])
  expect(() => readPluginEntries({ apiVersion: 'v1', kind: 'Pod' })).toThrow(
    'no kind "Pod" is registered for version "v1"',
  )
  expect(() => configured('ImagePolicyWebhook', { imagePolicy: {} })).toThrow('the plugin is not served here')
})

test('[FL2] versions and resources that are turned off are not served, and groups must exist', async () => {
  const server = startServer({ runtimeConfig: 'batch/v1=false,apps/v1/daemonsets=false' })
  expect((await server.get('/apis/batch/v1/jobs')).status).toBe(404)
  expect((await server.get('/apis/apps/v1/namespaces/default/daemonsets')).status).toBe(404)
  expect((await server.get('/apis/apps/v1/namespaces/default/deployments')).status).toBe(200)
  const { groups } = (await server.get('/apis')).body
  expect(groups.map(({ name }: { name: string }) => name)).not.toContain('batch')
  expect(Object.keys((await server.get('/openapi/v3')).body.paths)).not.toContain('apis/batch/v1')
  expect((await server.get('/apis/apiregistration.orch.io/v1/apiservices/v1.batch')).status).toBe(404)
  const some = startServer({ runtimeConfig: 'api/all=false,/v1=true' })
  expect((await some.get('/apis')).body.groups).toEqual([])
  expect((await some.post(`${base}/configmaps`, { metadata: { name: 'a' } })).status).toBe(201)
  for (const [runtimeConfig, message] of [
    ['nope/v1=true', 'unknown api groups nope'],
    ['apps/v9=true', 'group version apps/v9 that has not been registered'],
    ['apps/v1beta1=true', '--runtime-config apps/v1beta1: apps/v1beta1 is not served here'],
  ] as const)
    expect(() => startServer({ runtimeConfig })).toThrow(message)
})
