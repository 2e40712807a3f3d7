import { afterEach, expect, test } from 'vitest'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'

let orchard: Orchard | null = null
afterEach(() => orchard?.close())

async function start() {
  const authenticator = authenticateAllAs(loopbackAdministrator, 'a test')
  const log = createMemoryLog({ clock: systemClock })
  orchard = await startOrchard({ log, clock: systemClock, authenticator, debug: false })
  const { fetch } = orchard
  const send = async (method: string, path: string, body?: object) => {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(new Request(`http://test${path}`, { method, ...init }))
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: response.status, body: (await response.json()) as any }
  }
  const becomes = (path: string, status: number) =>
    expect.poll(async () => (await send('GET', path)).status, { timeout: 5000, interval: 5 }).toBe(status)
  return { send, becomes }
}

test('[APS5] a group version of custom resources has an APIService while it is served', async () => {
  const { send, becomes } = await start()
  const crds = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
  const service = '/apis/apiregistration.orch.io/v1/apiservices/v1.shop.example.com'
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }
  const names = { plural: 'fruits', singular: 'fruit', kind: 'Fruit', listKind: 'FruitList' }
  await send('POST', crds, {
    metadata: { name: 'fruits.shop.example.com' },
    spec: { group: 'shop.example.com', scope: 'Namespaced', names, versions: [version] },
  })
  await becomes(service, 200)
  expect((await send('GET', service)).body).toMatchObject({
    spec: { groupPriorityMinimum: 1000, versionPriority: 100 },
    status: { conditions: [{ type: 'Available', status: 'True' }] },
  })
  await send('DELETE', `${crds}/fruits.shop.example.com`)
  await becomes(service, 404)
})

test('[IPA3] an address of a service has an IPAddress while the service holds it', async () => {
  const { send, becomes } = await start()
  const services = '/api/v1/namespaces/default/services'
  const made = await send('POST', services, { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } })
  const address = `/apis/networking.orch.io/v1/ipaddresses/${made.body.spec.clusterIP}`
  await becomes(address, 200)
  expect((await send('GET', address)).body).toMatchObject({
    metadata: { labels: { 'ipaddress.orch.io/ip-family': 'IPv4' } },
    spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } },
  })
  await send('DELETE', `${services}/web`)
  await becomes(address, 404)
})
