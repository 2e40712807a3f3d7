import { networkInterfaces } from 'node:os'
import { isLoopback } from '../command-line.ts'

const anyAddress = new Set(['0.0.0.0', '::'])

/**
 * The address by which others know this machine, when the server listens on `address`: that one, or the machine's first, since endpoints of a
 * service may not be of the loop-back. `null` where it has none.
 */
export function reachableAddress(address: string): string | null {
  if (!isLoopback(address) && !anyAddress.has(address)) return address
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null
}
