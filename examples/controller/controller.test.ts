// The controller runs against a real API server in this process: no cluster, no mock.
import { KubeConfig } from '@kubernetes/client-node'
import { listen } from '@orchard-server/orchard/node'
import { orchardTest } from '@orchard-server/orchard/vitest'
import { expect } from 'vitest'
import { startConfigCopier } from './config-copier.ts'

const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
/** The controller has as long as a busy machine needs; a wait ends as soon as the copy is there. */
const patience = { timeout: 15_000 }
const test = orchardTest({ vocabulary: 'kubernetes', objects: [namespace('from'), namespace('to')] })

test('a labelled ConfigMap and its changes are copied', async ({ orchard, onTestFinished }) => {
  const listening = await listen(orchard)
  onTestFinished(() => listening.close())
  const config = new KubeConfig()
  // This library takes plain HTTP only with the option that skips the check of certificates.
  config.loadFromClusterAndUser({ name: 'orchard', server: listening.url, skipTLSVerify: true }, { name: 'me' })
  const stop = await startConfigCopier(config)
  onTestFinished(stop)

  const copied = '/api/v1/namespaces/to/configmaps/settings'
  const settings = (color: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'from', labels: { 'copy-to': 'to' } },
    data: { color },
  })
  await orchard.create(settings('green'))
  await expect.poll(async () => (await orchard.fetch(copied)).status, patience).toBe(200)
  await orchard.fetch('/api/v1/namespaces/from/configmaps/settings', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings('blue')),
  })
  const color = async () => (await (await orchard.fetch(copied)).json()).data.color
  await expect.poll(color, patience).toBe('blue')
})
