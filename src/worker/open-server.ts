import type { HostStorage } from '#facts/host-status.ts'
import type { HostedServer } from './host.ts'

/** Opens the database of this origin and makes the server over it. */
export async function openServer(_report: (status: HostStorage) => void): Promise<HostedServer> {
  return {
    handle: async (request) =>
      Response.json({ kind: 'Status', message: `not wired yet: ${request.url}` }, { status: 503 }),
    close: async () => undefined,
  }
}
