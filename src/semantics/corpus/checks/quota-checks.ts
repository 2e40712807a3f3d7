import { configMap } from '#semantics/trial-server.ts'
import { type Check, type Loose, is, said, steps } from './check-steps.ts'
import {
  base,
  container,
  controller,
  controllers,
  count,
  labels,
  later,
  maps,
  pod,
  pods,
  service,
  sets,
  template,
} from './controlled-steps.ts'

/** A quota counts an object, and lets go of it when it is deleted. */
const counted =
  (
    hard: Readonly<Record<string, string>>,
    [path, object]: readonly [string, object],
    used: Readonly<Record<string, string>>,
    before = '0',
  ): Check =>
  async (server) => {
    const quota = `${base}/resourcequotas/q`
    const shows = (wanted: Readonly<Record<string, string>>): Promise<string> =>
      later(server, async () => {
        const now = (await server.get(quota)).body.status?.used ?? {}
        return is(
          'used',
          Object.keys(wanted).map((name) => now[name]),
          Object.values(wanted),
        )
      })
    const none = Object.fromEntries(Object.keys(used).map((name) => [name, before]))
    return steps(
      async () => said(await server.post(`${base}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard } }), 201),
      () => shows(none),
      async () => said(await server.post(path, object), 201),
      () => shows(used),
      async () =>
        said(await server.delete(`${path}/${(object as Loose).metadata.name}`, { gracePeriodSeconds: 0 }), 200),
      () => shows(none),
    )
  }

const sized = (requests: object): object => ({
  metadata: { name: 'p' },
  spec: { containers: [{ ...container, resources: { requests, limits: requests } }] },
})

/** A quota of one scope counts only the pods of that scope. */
const scoped =
  (scopes: readonly [string, string], inFirst: object, inSecond: object): Check =>
  async (server) => {
    const used = (wanted: readonly string[]): Promise<string> =>
      later(server, async () => {
        const found = await Promise.all(scopes.map((_, at) => server.get(`${base}/resourcequotas/q${at}`)))
        return is(
          'used',
          found.map(({ body }) => body.status?.used?.pods),
          wanted,
        )
      })
    return steps(
      async () => {
        for (const [at, scope] of scopes.entries()) {
          const spec = { hard: { pods: '5' }, scopes: [scope] }
          await server.post(`${base}/resourcequotas`, { metadata: { name: `q${at}` }, spec })
        }
        return used(['0', '0'])
      },
      async () => said(await server.post(pods, inFirst), 201),
      () => used(['1', '0']),
      async () => said(await server.delete(`${pods}/p`, { gracePeriodSeconds: 0 }), 200),
      async () => said(await server.post(pods, inSecond), 201),
      () => used(['0', '1']),
    )
  }

const quotaLife: Check = async (server) => {
  const path = `${base}/resourcequotas`
  return steps(
    async () => said(await server.post(path, { metadata: { name: 'q', labels }, spec: { hard: { pods: '1' } } }), 201),
    async () => said(await server.patch(`${path}/q`, { spec: { hard: { pods: '2' } } }), 200),
    async () => is('listed', (await server.get('/api/v1/resourcequotas?labelSelector=app%3Dx')).body.items.length, 1),
    async () => said(await server.delete(`${path}?labelSelector=app%3Dx`), 200),
    () => count(server, path, 0),
  )
}

/** Quotas, which a controller recounts. */
export const quotaChecks: readonly (readonly [string, Check])[] = [
  [
    'ResourceQuota: life of a configMap',
    counted({ 'count/configmaps': '5' }, [maps, configMap('a')], { 'count/configmaps': '2' }, '1'),
  ],
  [
    'ResourceQuota: life of a pod',
    counted({ pods: '1', 'requests.cpu': '1' }, [pods, sized({ cpu: '500m' })], { pods: '1', 'requests.cpu': '500m' }),
  ],
  [
    'ResourceQuota: life of a replica set',
    counted(
      { 'count/replicasets.apps': '1' },
      [sets, { metadata: { name: 'r' }, spec: { replicas: 0, selector: { matchLabels: labels }, template } }],
      { 'count/replicasets.apps': '1' },
    ),
  ],
  [
    'ResourceQuota: life of a replication controller',
    counted(
      { replicationcontrollers: '1' },
      [controllers, { ...controller, spec: { ...controller.spec, replicas: 0 } }],
      { replicationcontrollers: '1' },
    ),
  ],
  [
    'ResourceQuota: life of a secret',
    counted({ secrets: '3' }, [`${base}/secrets`, { metadata: { name: 's' } }], { secrets: '1' }),
  ],
  [
    'ResourceQuota: life of a service',
    counted(
      { services: '3', 'services.nodeports': '3', 'services.loadbalancers': '3' },
      [`${base}/services`, { ...service, spec: { ...service.spec, type: 'LoadBalancer' } }],
      { services: '1', 'services.nodeports': '1', 'services.loadbalancers': '1' },
    ),
  ],
  [
    'ResourceQuota: status promptly calculated',
    counted({ secrets: '3' }, [`${base}/secrets`, { metadata: { name: 's' } }], { secrets: '1' }),
  ],
  ['ResourceQuota: lifecycle', quotaLife],
  ['ResourceQuota: best effort scope', scoped(['BestEffort', 'NotBestEffort'], pod, sized({ cpu: '1' }))],
  [
    'ResourceQuota: terminating scopes',
    scoped(['Terminating', 'NotTerminating'], { ...pod, spec: { ...pod.spec, activeDeadlineSeconds: 9 } }, pod),
  ],
]
