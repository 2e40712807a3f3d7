import {
  ApisApi,
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  VersionApi,
  Watch,
} from '@kubernetes/client-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCommandLine } from './command-line.ts'
import { type HttpHost, listen } from './http/http-host.ts'
import { toKubeconfig } from './kubeconfig.ts'
import type { OpenedServer } from './open-api-server.ts'
import { openApiServer } from '#node/open-api-server.ts?vocabulary=kubernetes'
import { serverUrl } from './server-url.ts'
import { openTlsIdentities } from './certificates/tls-files.ts'

const namespace = 'default'
const config = new KubeConfig()
let server: OpenedServer
let host: HttpHost

beforeAll(async () => {
  const identities = await openTlsIdentities('', '127.0.0.1', Date.now())
  const { authority, admin } = identities
  const command = parseCommandLine(['serve', '--tls', '--vocabulary', 'kubernetes', '--authorization-mode', 'RBAC'])
  if (command.type !== 'serve') throw new Error('no options')
  server = await openApiServer(command.options, { open: false, tokens: [] }, { rootCertificates: '' })
  host = await listen({
    handle: server.handle,
    host: '127.0.0.1',
    port: 0,
    tls: {
      cert: identities.server.certificate,
      key: identities.server.key,
      clientAuthorities: [authority.certificate],
    },
    report: () => undefined,
  })
  const url = serverUrl(host.address, true)
  config.loadFromString(
    toKubeconfig({ name: 'orchard', server: url, authority: authority.certificate, client: admin, token: '' }),
  )
})
afterAll(async () => {
  server.endWatches()
  await host.close(0)
  await server.close()
})

const configMap = (name: string, data: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace, labels: { 'app.kubernetes.io/name': name } },
  data,
})

test('[VO5] a client library of the original can discover, create, patch, apply and delete', async () => {
  const core = config.makeApiClient(CoreV1Api)
  const groups = await config.makeApiClient(ApisApi).getAPIVersions()
  const { gitVersion } = await config.makeApiClient(VersionApi).getCode()

  await core.createNamespacedConfigMap({ namespace, body: configMap('a', { k: '1' }) })
  const merge = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)
  await core.patchNamespacedConfigMap({ name: 'a', namespace, body: { data: { l: '2' } } }, merge)
  const objects = KubernetesObjectApi.makeApiClient(config)
  const applied = await objects.patch(
    configMap('a', { m: '3' }),
    undefined,
    undefined,
    'test',
    true,
    PatchStrategy.ServerSideApply,
  )
  await core.deleteNamespacedConfigMap({ name: 'a', namespace })

  expect(groups.groups.map(({ name }) => name)).toContain('networking.k8s.io')
  expect(gitVersion).toMatch(/^v1\.34\.0\+/)
  expect(applied).toMatchObject({ data: { k: '1', l: '2', m: '3' } })
  await expect(core.readNamespacedConfigMap({ name: 'a', namespace })).rejects.toMatchObject({ code: 404 })
})

test('[VO5] its informer receives existing objects, additions, updates and deletions', async () => {
  const core = config.makeApiClient(CoreV1Api)
  await core.createNamespacedConfigMap({ namespace, body: configMap('first', {}) })
  const seen: string[] = []
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const informer = makeInformer(config, path, () => core.listNamespacedConfigMap({ namespace }))
  for (const verb of ['add', 'update', 'delete'] as const)
    informer.on(verb, ({ metadata, data }) => seen.push(`${verb} ${metadata?.name} ${data?.['k'] ?? ''}`))
  await informer.start()

  await core.createNamespacedConfigMap({ namespace, body: configMap('second', { k: '1' }) })
  await core.replaceNamespacedConfigMap({ name: 'second', namespace, body: configMap('second', { k: '2' }) })
  await core.deleteNamespacedConfigMap({ name: 'second', namespace })

  await expect.poll(() => seen).toEqual(['add first ', 'add second 1', 'update second 2', 'delete second 2'])
  await informer.stop()
})

test('[VO5] its watch receives typed objects of a group until it is stopped', async () => {
  const apps = config.makeApiClient(AppsV1Api)
  const events: string[] = []
  const heard = (type: string, { kind, apiVersion }: { kind: string; apiVersion: string }): void =>
    void events.push(`${type} ${apiVersion} ${kind}`)
  const watch = await new Watch(config).watch(
    `/apis/apps/v1/namespaces/${namespace}/deployments`,
    {},
    heard,
    () => undefined,
  )

  const labels = { app: 'web' }
  const spec = { containers: [{ name: 'c', image: 'nginx' }] }
  await apps.createNamespacedDeployment({
    namespace,
    body: {
      metadata: { name: 'web' },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    },
  })

  await expect.poll(() => events[0]).toBe('ADDED apps/v1 Deployment')
  watch.abort()
})
