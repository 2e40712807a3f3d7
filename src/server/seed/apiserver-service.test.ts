import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { type OrchardOptions, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

async function start(more: Partial<OrchardOptions> = {}) {
  const clock = createSimulatedClock()
  const authenticator = authenticateAllAs(loopbackAdministrator, 'the test')
  const log = createMemoryLog({ clock })
  const orchard = await startOrchard({ log, clock, authenticator, debug: false, ...more })
  const get = async (path: string): Promise<ApiObject & JsonObject> =>
    (await (await orchard.fetch(new Request(`http://test${path}`))).json()) as ApiObject & JsonObject
  return { orchard, get }
}

const inDefault = (group: string, resource: string): string => `${group}/namespaces/default/${resource}/orch`
const service = inDefault('/api/v1', 'services')
const endpoints = inDefault('/api/v1', 'endpoints')
const slice = inDefault('/apis/discovery.orch.io/v1', 'endpointslices')

test('[SVC15] a listening server has its own Service, with Endpoints and an EndpointSlice', async () => {
  const { orchard, get } = await start()

  await orchard.announce({ address: '192.0.2.7', port: 6443 })

  expect((await get(service))['spec']).toMatchObject({
    clusterIP: '10.96.0.1',
    ports: [{ name: 'https', port: 443, targetPort: 6443 }],
  })
  expect((await get(endpoints))['subsets']).toMatchObject([
    { addresses: [{ ip: '192.0.2.7' }], ports: [{ port: 6443 }] },
  ])
  expect((await get(slice))['endpoints']).toMatchObject([{ addresses: ['192.0.2.7'], conditions: { ready: true } }])
  orchard.close()
})

test('[SVC15] objects that are up to date are not written, and changed ones are restored', async () => {
  const { orchard, get } = await start()
  await orchard.announce({ address: '192.0.2.7', port: 6443 })
  const before = await get(service)

  await orchard.announce({ address: '192.0.2.8', port: 6443 })

  expect((await get(service)).metadata.resourceVersion).toBe(before.metadata.resourceVersion)
  expect((await get(slice))['endpoints']).toMatchObject([{ addresses: ['192.0.2.8'] }])
  orchard.close()
})

test('[SVC15] without a non-loopback address the service has no endpoints', async () => {
  const { orchard, get } = await start()

  await orchard.announce({ address: null, port: 6443 })

  expect((await get(service))['kind']).toBe('Service')
  expect((await get(endpoints))['reason']).toBe('NotFound')
  orchard.close()
})

test('[SVC18] a new server may have another network for its services', async () => {
  const { orchard, get } = await start({ serviceNetwork: '10.20.0.0/24' })

  await orchard.announce({ address: null, port: 6443 })

  expect((await get('/apis/networking.orch.io/v1/servicecidrs/orch'))['spec']).toEqual({ cidrs: ['10.20.0.0/24'] })
  expect((await get(service))['spec']).toMatchObject({ clusterIP: '10.20.0.1' })
  orchard.close()
})

test('[SVC19] a listening server tells components since when it tracks tokens, and its client authority', async () => {
  const path = '/api/v1/namespaces/kube-system/configmaps'
  const log = createMemoryLog({ clock: createSimulatedClock() })
  const started = await start({ log, rootCertificates: 'PEM' })
  await started.orchard.announce({ address: null, port: 6443 })
  const tracking = `${path}/kube-apiserver-legacy-service-account-token-tracking`
  const authentication = `${path}/extension-apiserver-authentication`
  const first = await started.get(tracking)
  expect(first['data']).toEqual({ since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  expect((await started.get(authentication))['data']).toEqual({ 'client-ca-file': 'PEM' })
  const live = await (await started.orchard.fetch(new Request('http://test/livez?verbose'))).text()
  expect(live).toContain('[+]poststarthook/start-legacy-token-tracking-controller ok')
  started.orchard.close()

  const again = await start({ log, rootCertificates: 'OTHER' })
  await again.orchard.announce({ address: null, port: 6443 })
  expect((await again.get(tracking)).metadata.resourceVersion).toBe(first.metadata.resourceVersion)
  expect((await again.get(authentication))['data']).toEqual({ 'client-ca-file': 'OTHER' })
  again.orchard.close()
})
