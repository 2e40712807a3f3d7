import { expect, test } from 'vitest'
import type { Fact } from '#facts/fact.ts'
import { systemClock } from '#api/system-clock.ts'
import { createDialer, type HostFetch } from './dialer.ts'
import { addressOf, type EgressSettings, routeOf } from './egress-settings.ts'
import { answerDial, decodePacket, encodePacket, openGrpcTunnel } from './grpc-tunnel.ts'
import { answerConnect, connectRequest, openHttpTunnel } from './http-connect.ts'

const uds = { type: 'uds', path: '/run/p.sock' } as const
const settings: EgressSettings = new Map([
  ['cluster', { type: 'grpc', transport: uds }],
  ['controlplane', { type: 'http-connect', transport: uds }],
])

test('[EG1] without a configuration, or without a route for its name, a connection is dialled directly', () => {
  expect(routeOf(null, 'cluster').route.type).toBe('direct')
  expect(routeOf(settings, 'etcd').route.type).toBe('direct')
  expect(routeOf(settings, 'cluster').route.type).toBe('grpc')
  expect(addressOf(new URL('https://a.test/x'))).toBe('a.test:443')
  expect(addressOf(new URL('http://a.test:8080/x'))).toBe('a.test:8080')
})

test('[EG2] each dial is a fact with its route; token issuers are dialled directly', async () => {
  const facts: Fact[] = []
  const routes: string[] = []
  const fetch: HostFetch = async (_request, { dial } = {}) => {
    routes.push(dial?.route.type ?? '')
    dial?.tell([{ from: 'server', text: 'CONNECT' }])
    if (routes.length === 2) throw new Error('connection refused')
    return new Response('')
  }
  const dialer = createDialer({ fetch, clock: systemClock, report: (fact) => facts.push(fact) })
  dialer.apply(settings)

  await dialer.for('controlplane', 'authorization webhook')(new Request('https://hook.test/'))
  await expect(dialer.for('cluster', 'admission webhook')(new Request('https://svc.test/'))).rejects.toThrow('refused')
  await dialer.direct('token issuer')(new Request('https://login.test/'))

  expect(routes).toEqual(['http-connect', 'grpc', 'direct'])
  expect(facts).toMatchObject([
    {
      what: 'authorization webhook',
      destination: 'hook.test:443',
      route: 'HTTPConnect through /run/p.sock',
      error: '',
    },
    { what: 'admission webhook', route: 'GRPC through /run/p.sock', error: 'connection refused' },
    { what: 'token issuer', route: 'direct', talk: [{ from: 'server', text: 'CONNECT' }] },
  ])
})

test('[EG3] a tunnel through an HTTP proxy is open only after a 200', () => {
  const through = (canReach: boolean) => openHttpTunnel('a.test:443', (text) => answerConnect(text, () => canReach))
  expect(connectRequest('a.test:443')).toBe('CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n')
  expect(through(true)).toMatchObject({ error: '', talk: [{ from: 'server' }, { from: 'proxy' }] })
  expect(through(false).error).toBe('proxy answered "HTTP/1.1 502 Bad Gateway"')
  expect(openHttpTunnel('a.test:443', () => 'HTTP/1.1 201 Created\r\n\r\n').error).not.toBe('')
  expect(answerConnect('GET / HTTP/1.1\r\nHost: /\r\n\r\n', () => true)).toMatch(/^HTTP\/1.1 400/)
  expect(answerConnect('CONNECT a.test HTTP/1.1\r\nHost: a.test\r\n\r\n', () => true)).toMatch(/^HTTP\/1.1 400/)
})

test('[EG4] a GRPC tunnel uses framed packets, and a refused dial reports the reason', () => {
  const packets = [
    { type: 'DIAL_REQ', protocol: 'tcp', address: 'a.test:443', random: 7 },
    { type: 'DIAL_RSP', error: 'no', connectId: 3, random: 7 },
    { type: 'DATA', connectId: 3, data: new Uint8Array([1, 2]) },
    { type: 'CLOSE_REQ', connectId: 3 },
    { type: 'CLOSE_RSP', connectId: 3, error: '' },
  ] as const
  for (const packet of packets) expect(decodePacket(encodePacket(packet))).toEqual(packet)
  expect(() => decodePacket(new Uint8Array([0, 0, 0, 0, 9, 1]))).toThrow(RangeError)

  expect(openGrpcTunnel('a.test:443', 7, (frame) => answerDial(frame, 1, () => true)).error).toBe('')
  expect(openGrpcTunnel('a.test:443', 7, (frame) => answerDial(frame, 1, () => false)).error).toMatch(/refused/)
  const stranger = encodePacket({ type: 'DIAL_RSP', error: '', connectId: 1, random: 8 })
  expect(openGrpcTunnel('a.test:443', 7, () => stranger).error).toMatch(/another dial/)
})
