import type { Clock } from '#api/clock.ts'
import type { Faults } from '#facts/world-api.ts'

export const noFaults: Faults = { latencyMs: 0, isFailing: false, isMalformed: false, isExpired: false, isDown: false }

/** A failed connection: the error with which a host's `fetch` would reject. */
export class ConnectError extends Error {}

/**
 * Applies the faults: waits, fails, or returns `null` if the party may answer. Rejects if the connection fails.
 * [WO5]
 */
export async function meetFaults(clock: Clock, host: string, faults: Faults): Promise<Response | null> {
  if (faults.latencyMs > 0) await new Promise<void>((wake) => void clock.after(faults.latencyMs, wake))
  if (faults.isDown) throw new ConnectError(`dial tcp: lookup ${host}: connect: connection refused`)
  if (faults.isExpired)
    throw new ConnectError(
      `tls: failed to verify certificate of ${host}: x509: certificate has expired or is not yet valid`,
    )
  if (faults.isFailing)
    return new Response('internal error', { status: 500, headers: { 'content-type': 'text/plain' } })
  if (faults.isMalformed)
    return new Response('<html>welcome to the captive portal', { headers: { 'content-type': 'text/html' } })
  return null
}
