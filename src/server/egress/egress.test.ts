import { expect, test } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import { createEgress } from './egress.ts'

test('[EG5] each purpose uses its own egress route', async () => {
  const routes: string[] = []
  const ways = createEgress(
    {
      async fetch(_request, { dial } = {}) {
        routes.push(dial?.route.type ?? 'none')
        return new Response('')
      },
      async sendSpans(_endpoint, _bytes, dial) {
        routes.push(dial.route.type)
      },
    },
    systemClock,
    () => undefined,
    () => undefined,
  )
  ways.dialer.apply(
    new Map([
      ['cluster', { type: 'grpc', transport: { type: 'uds', path: '/t.sock' } }],
      ['controlplane', { type: 'http-connect', transport: { type: 'uds', path: '/p.sock' } }],
    ]),
  )
  await ways.issuers(new Request('https://login.test/'))
  await ways.authorizers(new Request('https://authz.test/'))
  await ways.admission(new Request('https://hook.test/'))
  await ways.admission(new Request('https://hook.shop.svc:8443/'))
  await ways.spans('localhost:4317', new Uint8Array())
  expect(routes).toEqual(['direct', 'http-connect', 'http-connect', 'grpc', 'http-connect'])

  routes.length = 0
  await ways.issuers(new Request('https://login.test/'), { egress: 'cluster' })
  await ways.issuers(new Request('https://login.test/'), { egress: 'controlplane' })
  expect(routes).toEqual(['grpc', 'http-connect'])
})
