import { addressOf, describeRoute } from '#egress/egress-settings.ts'
import type { Dial } from '#egress/dialer.ts'
import { answerDial, openGrpcTunnel } from '#egress/grpc-tunnel.ts'
import { answerConnect, openHttpTunnel, type Tunnel } from '#egress/http-connect.ts'
import { ConnectError, meetFaults, noFaults } from './faults.ts'
import { type ProxyParty, proxyOf } from './proxies.ts'
import type { WorldContext } from './world-context.ts'

/** Opens the tunnel that a dial's route requires, byte by byte. Rejects if it cannot be opened. [EG3] [EG4] */
export async function passProxy(
  context: WorldContext,
  url: URL,
  { route, tell }: Dial,
  isThere: boolean,
): Promise<void> {
  if (route.type === 'direct') return
  const proxy = proxyOf(route)
  if (proxy === null) throw new ConnectError(`dialing proxy, ${describeRoute(route)}: connect: connection refused`)
  const { record, clock, calls } = context
  const faults = Object.hasOwn(record.faults, proxy.name) ? (record.faults[proxy.name] ?? noFaults) : noFaults
  const failed = await meetFaults(clock, proxy.address, faults)
  calls.set(proxy.name, (calls.get(proxy.name) ?? 0) + 1)
  const tunnel = open(proxy, url, isThere, failed === null ? null : `HTTP/1.1 ${failed.status} Proxy\r\n\r\n`)
  tell(tunnel.talk)
  if (tunnel.error !== '') throw new ConnectError(`dialing proxy ${JSON.stringify(proxy.address)}: ${tunnel.error}`)
}

let lastConnection = 0

function open(proxy: ProxyParty, url: URL, isThere: boolean, failure: string | null): Tunnel {
  const address = addressOf(url)
  const canReach = (): boolean => isThere
  if (proxy.protocol === 'HTTPConnect')
    return openHttpTunnel(address, (request) => failure ?? answerConnect(request, canReach))
  if (failure !== null) return { talk: [], error: 'rpc error: code = Unavailable' }
  lastConnection += 1
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return openGrpcTunnel(address, random, (frame) => answerDial(frame, lastConnection, canReach))
}
