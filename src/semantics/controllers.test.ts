import { afterEach, expect, test } from 'vitest'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

let orchard: Orchard | null = null
afterEach(() => orchard?.close())

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

async function start(
  controller: string,
  log = createMemoryLog({ clock: createSimulatedClock() }),
  rbac = false,
  rootCertificates = '',
) {
  const clock = createSimulatedClock()
  orchard = await startOrchard({
    log,
    clock,
    authenticator: authenticateAllAs(loopbackAdministrator, 'a test'),
    debug: false,
    rootCertificates,
    runs: (name) => name === controller,
    ...(rbac ? { authorizationMode: 'RBAC' } : {}),
  })
  const { fetch } = orchard
  const send = async (method: string, path: string, body?: object): Promise<Body> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } }
    return (await fetch(new Request(`http://test${path}`, { method, ...init }))).json()
  }
  /** Advances the clock until the condition is true. */
  const settled = (look: () => Promise<unknown>, value: unknown): Promise<void> =>
    expect
      .poll(
        () => {
          clock.advance(1000)
          return look()
        },
        { interval: 5, timeout: 5000 },
      )
      .toEqual(value)
  return { send, settled, log }
}

const base = '/api/v1/namespaces/default'

test('[AD7] a quota reports its usage, initially and after deletions', async () => {
  const { send, settled } = await start('resourcequota')
  await send('POST', `${base}/configmaps`, { metadata: { name: 'a' } })
  await send('POST', `${base}/resourcequotas`, {
    metadata: { name: 'q' },
    spec: { hard: { configmaps: '2', pods: '1' } },
  })
  const status = async () => (await send('GET', `${base}/resourcequotas/q`)).status
  await settled(status, { hard: { configmaps: '2', pods: '1' }, used: { configmaps: '1', pods: '0' } })
  await send('POST', `${base}/configmaps`, { metadata: { name: 'b' } })
  expect((await send('POST', `${base}/configmaps`, { metadata: { name: 'c' } })).code).toBe(403)
  await send('DELETE', `${base}/configmaps/a`)
  await settled(async () => (await status()).used.configmaps, '1')
  await send('PATCH', `${base}/resourcequotas/q`, { spec: { hard: { pods: null } } })
  await settled(status, { hard: { configmaps: '2' }, used: { configmaps: '1' } })
})

test('[AD7] a terminated pod counts only towards the object count', async () => {
  const { send, settled } = await start('resourcequota')
  const requests = { cpu: '1' }
  const spec = { containers: [{ name: 'c', image: 'i', resources: { requests } }] }
  for (const name of ['run', 'done']) await send('POST', `${base}/pods`, { metadata: { name }, spec })
  await send('PATCH', `${base}/pods/done/status`, { status: { phase: 'Succeeded' } })
  const hard = { 'count/pods': '9', pods: '9', 'requests.cpu': '9' }
  await send('POST', `${base}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard } })
  const used = async () => (await send('GET', `${base}/resourcequotas/q`)).status.used
  await settled(used, { 'count/pods': '2', pods: '1', 'requests.cpu': '1' })
})

test('[AD7] usage follows pods that move to another scope or end, and counts devices by class', async () => {
  const { send, settled } = await start('resourcequota')
  for (const scope of ['Terminating', 'NotTerminating'])
    await send('POST', `${base}/resourcequotas`, {
      metadata: { name: scope.toLowerCase() },
      spec: { hard: { pods: '5' }, scopes: [scope] },
    })
  const used = async () => [
    (await send('GET', `${base}/resourcequotas/terminating`)).status.used?.pods,
    (await send('GET', `${base}/resourcequotas/notterminating`)).status.used?.pods,
  ]
  await settled(used, ['0', '0'])
  await send('POST', `${base}/pods`, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  await settled(used, ['0', '1'])
  await send('PATCH', `${base}/pods/p`, { spec: { activeDeadlineSeconds: 3600 } })
  await settled(used, ['1', '0'])
  await send('PATCH', `${base}/pods/p/status`, { status: { phase: 'Succeeded' } })
  await settled(used, ['0', '0'])

  const devices = 'gold.deviceclass.resource.orch.io/devices'
  await send('POST', `${base}/resourcequotas`, { metadata: { name: 'd' }, spec: { hard: { [devices]: '4' } } })
  const claims = '/apis/resource.orch.io/v1/namespaces/default/resourceclaims'
  const claim = (name: string, ...requests: object[]) => ({ metadata: { name }, spec: { devices: { requests } } })
  const gold = { deviceClassName: 'gold' }
  const usedDevices = async () => (await send('GET', `${base}/resourcequotas/d`)).status.used
  await settled(usedDevices, { [devices]: '0' })
  const alternatives = [
    { name: 'x', ...gold, count: 2 },
    { name: 'y', ...gold },
    { name: 'z', deviceClassName: 'silver', count: 9 },
  ]
  await send('POST', claims, claim('a', { name: 'r', exactly: gold }, { name: 's', firstAvailable: alternatives }))
  await settled(usedDevices, { [devices]: '3' })
  const refused = await send('POST', claims, claim('b', { name: 'r', exactly: { ...gold, allocationMode: 'All' } }))
  expect(refused.message).toContain(
    `exceeded quota: d, requested: ${devices}=32, used: ${devices}=3, limited: ${devices}=4`,
  )
})

const roles = '/apis/rbac.authorization.orch.io/v1/clusterroles'
const rule = (resource: string) => ({ verbs: ['get'], apiGroups: [''], resources: [resource] })

test('[AC22] an aggregated role has the rules of the selected roles, and loses them again', async () => {
  const { send, settled } = await start('clusterrole-aggregation')
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { 'to-all': 'true' } }] }
  await send('POST', roles, { metadata: { name: 'all' }, aggregationRule, rules: [] })
  for (const name of ['b', 'a'])
    await send('POST', roles, { metadata: { name, labels: { 'to-all': 'true' } }, rules: [rule(name), rule('pods')] })
  const rules = async () => (await send('GET', `${roles}/all`)).rules ?? []
  await settled(rules, [rule('a'), rule('pods'), rule('b')])
  await send('DELETE', `${roles}/a`)
  await settled(rules, [rule('b'), rule('pods')])
})

test('[FC13] the condition Dangling follows the priority level of a flow schema', async () => {
  const { send, settled } = await start('flow-schemas')
  const flow = '/apis/flowcontrol.apiserver.orch.io/v1'
  const spec = { priorityLevelConfiguration: { name: 'mine' }, matchingPrecedence: 77 }
  await send('POST', `${flow}/flowschemas`, { metadata: { name: 's' }, spec })
  const condition = async (name = 's') => {
    const { status, reason, message } = (await send('GET', `${flow}/flowschemas/${name}`)).status?.conditions?.[0] ?? {}
    return [status, reason, message]
  }
  const refers = 'This FlowSchema references the PriorityLevelConfiguration object named "mine"'
  await settled(condition, ['True', 'NotFound', `${refers} but there is no such object`])
  await send('POST', `${flow}/prioritylevelconfigurations`, {
    metadata: { name: 'mine' },
    spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } },
  })
  await settled(condition, ['False', 'Found', `${refers} and it exists`])
  await settled(async () => (await condition('exempt'))[0], 'False')
  await send('DELETE', `${flow}/prioritylevelconfigurations/mine`)
  await settled(async () => (await condition())[1], 'NotFound')
})

test('[AC23] default roles regain removed rules and keep added ones; those with autoupdate disabled are unchanged', async () => {
  const first = await start('', undefined, true)
  const view = `${roles}/system:discovery`
  const { rules } = await first.send('GET', view)
  await first.send('PATCH', view, { rules: [rule('added')] })
  const kept = `${roles}/system:basic-user`
  await first.send('PATCH', kept, {
    metadata: { annotations: { 'rbac.authorization.orch.io/autoupdate': 'false' } },
    rules: [],
  })
  orchard?.close()
  const second = await start('', first.log, true)
  const parts = rules[0].nonResourceURLs.map((url: string) => ({ verbs: ['get'], nonResourceURLs: [url] }))
  expect((await second.send('GET', view)).rules).toEqual([rule('added'), ...parts])
  expect((await second.send('GET', kept)).rules ?? []).toEqual([])
})

test.each([
  ['serviceaccount', `${base}/serviceaccounts/default`],
  ['root-ca-certificate-publisher', `${base}/configmaps/kube-root-ca.crt`],
])('[CO3] %s: the objects of every namespace are recreated after deletion', async (controller, path) => {
  const { send, settled } = await start(controller)
  const uid = async () => (await send('GET', path)).metadata.uid !== undefined
  await settled(uid, true)
  const before = (await send('GET', path)).metadata.uid
  await send('DELETE', path)
  await settled(async () => ![undefined, before].includes((await send('GET', path)).metadata.uid), true)
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
  await settled(async () => (await send('GET', path.replace('/default/', '/n/'))).metadata.namespace, 'n')
})

test('[CO3] the config map of the root CA has the authorities of the server, and gets them back', async () => {
  const { send, settled } = await start('root-ca-certificate-publisher', undefined, false, 'PEM')
  const path = `${base}/configmaps/kube-root-ca.crt`
  const authorities = async () => (await send('GET', path)).data?.['ca.crt']
  await settled(authorities, 'PEM')
  await send('PATCH', path, { data: { 'ca.crt': '' } })
  await settled(authorities, 'PEM')
})

test('[LC100] loops that run without a controller manager name its field manager', async () => {
  const { send, settled } = await start('root-ca-certificate-publisher')
  const managers = async () => {
    const { metadata } = await send('GET', `${base}/configmaps/kube-root-ca.crt`)
    return (metadata.managedFields ?? []).map(({ manager }: Body) => manager)
  }
  await settled(managers, ['kube-controller-manager'])
})

const claims = `${base}/persistentvolumeclaims`
const claim = (name: string) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
})

test('[CO9] a deleted claim stays while a pod uses it, then the protection controller lets it go', async () => {
  const { send, settled } = await start('persistentvolumeclaim-protection')
  for (const name of ['free', 'used']) await send('POST', claims, claim(name))
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'used' } }]
  await send('POST', `${base}/pods`, {
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'c', image: 'i' }], volumes, nodeName: 'n' },
  })
  for (const name of ['free', 'used']) await send('DELETE', `${claims}/${name}`)
  const names = async () => (await send('GET', claims)).items.map((each: Body) => each.metadata.name)
  await settled(names, ['used'])
  await send('DELETE', `${base}/pods/p?gracePeriodSeconds=0`)
  await settled(names, [])
})

test('[CO9] a deleted volume stays while it is bound', async () => {
  const { send, settled } = await start('persistentvolume-protection')
  const volumes = '/api/v1/persistentvolumes'
  for (const name of ['bound', 'free'])
    await send('POST', volumes, {
      metadata: { name },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    })
  await send('PATCH', `${volumes}/bound/status`, { status: { phase: 'Bound' } })
  for (const name of ['bound', 'free']) await send('DELETE', `${volumes}/${name}`)
  const names = async () => (await send('GET', volumes)).items.map((each: Body) => each.metadata.name)
  await settled(names, ['bound'])
  await send('PATCH', `${volumes}/bound/status`, { status: { phase: 'Released' } })
  await settled(names, [])
})

test('[CO9] a deleted volume attributes class stays while a claim uses it', async () => {
  const { send, settled } = await start('volumeattributesclass-protection')
  const classes = '/apis/storage.orch.io/v1/volumeattributesclasses'
  for (const name of ['fast', 'free'])
    await send('POST', classes, { metadata: { name }, driverName: 'd.example.com', parameters: { a: 'b' } })
  const using = claim('c')
  await send('POST', claims, { ...using, spec: { ...using.spec, volumeAttributesClassName: 'fast' } })
  for (const name of ['fast', 'free']) await send('DELETE', `${classes}/${name}`)
  const names = async () => (await send('GET', classes)).items.map((each: Body) => each.metadata.name)
  await settled(names, ['fast'])
  await send('DELETE', `${claims}/c`)
  await send('PATCH', `${claims}/c`, { metadata: { finalizers: null } })
  await settled(names, [])
})
