import { networkInterfaces } from 'node:os'
import { isLoopback } from '#node/command-line.ts'

const anyAddress = new Set(['0.0.0.0', '::'])

/**
 * Returns the address under which other machines reach a server that listens on `address`: that address, or the
 * machine's first one for a wildcard or loopback address, which endpoints must not have. `null` if there is none.
 */
export function reachableAddress(address: string): string | null {
  if (!isLoopback(address) && !anyAddress.has(address)) return address
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null
}
