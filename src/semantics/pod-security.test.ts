import { expect, test } from 'vitest'
import { permissive } from '#server/admission/pod-security/levels.ts'
import { startServer, type TrialServer } from './trial-server.ts'

const pods = '/api/v1/namespaces/n/pods'

const pod = (name: string, spec: object = {}, container: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
})

const safe = {
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
}
const safePod = { securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } } }

async function namespaceWith(labels: Record<string, string>): Promise<TrialServer> {
  const server = startServer()
  await label(server, labels, 'POST')
  return server
}

const label = (server: TrialServer, labels: Record<string, string | null>, method = 'PATCH') => {
  const entries = Object.entries(labels).map(([name, value]) => [`pod-security.orch.io/${name}`, value])
  const metadata = { name: 'n', labels: Object.fromEntries(entries) }
  return method === 'POST'
    ? server.post('/api/v1/namespaces', { metadata })
    : server.patch('/api/v1/namespaces/n', { metadata })
}

test('[PSA1] invalid levels and versions in labels are refused when the labels change', async () => {
  const server = startServer()
  const bad = await label(server, { enforce: 'strict', 'warn-version': 'v2' }, 'POST')
  expect(bad.status).toBe(422)
  expect(bad.body.message).toBe(
    'Namespace "n" is invalid: [metadata.labels[pod-security.orch.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted, metadata.labels[pod-security.orch.io/warn-version]: Invalid value: "v2": must be "latest" or "v1.x"]',
  )
  expect((await label(server, { enforce: 'baseline', 'enforce-version': 'v1.24' }, 'POST')).status).toBe(201)
  expect((await label(server, { 'enforce-version': 'v1.024' })).status).toBe(422)
})

test('[PSA2] a pod that violates the enforced level is refused, and one that violates the warn level gets a warning', async () => {
  const server = await namespaceWith({ enforce: 'baseline', warn: 'restricted', 'warn-version': 'v1.8' })
  const refused = await server.post(
    pods,
    pod('p', { hostPID: true, hostIPC: true }, { ports: [{ containerPort: 1, hostPort: 80 }] }),
  )
  expect(refused.status).toBe(403)
  expect(refused.body.message).toBe(
    'pods "p" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true, hostIPC=true), hostPort (container "c" uses hostPort 80)',
  )
  const warned = await server.post(pods, pod('p'))
  expect(warned.status).toBe(201)
  expect(warned.headers.get('warning')).toBe(
    String.raw`299 - "would violate PodSecurity \"restricted:v1.8\": allowPrivilegeEscalation != false (container \"c\" must set securityContext.allowPrivilegeEscalation=false), runAsNonRoot != true (pod or container \"c\" must set securityContext.runAsNonRoot=true)"`,
  )
})

test('[PSA2] without a warn level, the enforced level is used for warnings, also for pod templates', async () => {
  const server = await namespaceWith({ enforce: 'baseline' })
  const made = await server.post('/apis/apps/v1/namespaces/n/deployments', {
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { ...pod('', { hostNetwork: true }), metadata: { labels: { a: 'b' } } },
    },
  })
  expect(made.status).toBe(201)
  expect(made.headers.get('warning')).toBe(
    String.raw`299 - "would violate PodSecurity \"baseline:latest\": host namespaces (hostNetwork=true)"`,
  )
  await label(server, { warn: 'privileged' })
  const quiet = await server.patch('/apis/apps/v1/namespaces/n/deployments/d', { metadata: { labels: { x: 'y' } } })
  expect(quiet.headers.get('warning')).toBeNull()
})

test('[PSA2] an update is checked only if containers or images change', async () => {
  const server = await namespaceWith({})
  await server.post(pods, pod('p', { hostPID: true }))
  await label(server, { enforce: 'baseline' })
  expect((await server.patch(`${pods}/p`, { metadata: { labels: { a: 'b' } } })).status).toBe(200)
  const image = await server.patch(`${pods}/p`, { spec: { containers: [{ name: 'c', image: 'j' }] } })
  expect(image.status).toBe(403)
})

test('[PSA3] a stricter level warns of existing pods, with one line for each distinct violation', async () => {
  const server = await namespaceWith({})
  for (const name of ['c', 'a', 'b']) await server.post(pods, pod(name, { hostPID: true }))
  await server.post(pods, pod('d', {}, { securityContext: { privileged: true } }))
  const changed = await label(server, { enforce: 'baseline' })
  expect(changed.headers.get('warning')).toBe(
    String.raw`299 - "existing pods in namespace \"n\" violate the new PodSecurity enforce level \"baseline:latest\"", 299 - "a (and 2 other pods): host namespaces", 299 - "d: privileged"`,
  )
  expect((await label(server, { enforce: 'privileged' })).headers.get('warning')).toBeNull()
})

const restrictedOf = async (body: object): Promise<string> => {
  const server = await namespaceWith({ enforce: 'restricted' })
  const { status, body: answer } = await server.post(pods, body)
  return status === 201 ? '' : String(answer.message).replace(/^.*"restricted:latest": /, '')
}

test.each([
  ['nothing to say', {}, {}, ''],
  [
    'capabilities',
    {},
    { securityContext: { allowPrivilegeEscalation: false, capabilities: { add: ['SYS_TIME', 'NET_RAW'] } } },
    'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]; container "c" must not include "NET_RAW", "SYS_TIME" in securityContext.capabilities.add)',
  ],
  [
    'volumes',
    {
      volumes: [
        { name: 'v', hostPath: { path: '/' } },
        { name: 'w', nfs: { server: 's', path: '/' } },
        { name: 'x', emptyDir: {} },
      ],
    },
    {},
    'restricted volume types (volumes "v", "w" use restricted volume types "hostPath", "nfs")',
  ],
  [
    'root and seccomp',
    { securityContext: { runAsNonRoot: false, runAsUser: 0, seccompProfile: { type: 'Unconfined' } } },
    {},
    'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false), runAsUser=0 (pod must not set runAsUser=0), seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  [
    'sysctls and SELinux',
    {
      securityContext: {
        ...safePod.securityContext,
        sysctls: [
          { name: 'kernel.msgmax', value: '1' },
          { name: 'net.ipv4.tcp_rmem', value: '1' },
        ],
        seLinuxOptions: { type: 'spc_t', user: 'u' },
      },
    },
    {},
    'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set), forbidden sysctls (kernel.msgmax)',
  ],
  [
    'hosts of probes',
    {},
    {
      ...safe,
      livenessProbe: { httpGet: { port: 1, host: 'h' } },
      lifecycle: { preStop: { tcpSocket: { port: 1, host: 'g' } } },
    },
    'probe or lifecycle host (container "c" uses probe or lifecycle hosts "g", "h")',
  ],
])('[PSA4] restricted: %s', async (_name, spec, container, text) => {
  expect(await restrictedOf(pod('p', { ...safePod, ...spec }, { ...safe, ...container }))).toBe(text)
})

test('[PSA4] a Windows pod is exempt from Linux-only checks', async () => {
  expect(await restrictedOf(pod('p', { os: { name: 'windows' }, securityContext: { runAsNonRoot: true } }))).toBe('')
})

test('[PSA6] metrics count evaluations by decision, mode and level, and exemptions', async () => {
  const configurations = {
    podSecurity: {
      defaults: permissive,
      exemptions: { usernames: [], namespaces: ['free'], runtimeClasses: [] },
    },
  }
  const server = startServer({ admission: { configurations } })
  await label(server, { enforce: 'baseline', warn: 'restricted', 'warn-version': 'v1.8' }, 'POST')
  await server.post(pods, pod('refused', { hostPID: true }))
  await server.post(pods, pod('a'))
  await server.post('/api/v1/namespaces', { metadata: { name: 'free' } })
  await server.post('/api/v1/namespaces/free/pods', pod('b'))
  await server.post('/api/v1/namespaces/default/pods', pod('c'))

  const lines = (await server.get('/metrics')).text.split('\n').filter((line) => line.startsWith('pod_security'))
  const request = 'request_operation="create",resource="pod",subresource=""'
  const level = (name: string, version: string): string => `policy_level="${name}",policy_version="${version}"`
  expect(lines).toEqual([
    `pod_security_evaluations_total{decision="deny",mode="enforce",${level('baseline', 'latest')},${request}} 1`,
    `pod_security_evaluations_total{decision="allow",mode="enforce",${level('baseline', 'latest')},${request}} 1`,
    `pod_security_evaluations_total{decision="deny",mode="warn",${level('restricted', 'v1.8')},${request}} 1`,
    `pod_security_evaluations_total{decision="allow",mode="enforce",${level('privileged', 'latest')},${request}} 1`,
    `pod_security_exemptions_total{${request}} 1`,
  ])
})
