import { createOrchard } from '#library/create-orchard.ts'
import type { OrchardOptions, OrchardServer } from '#library/orchard-server.ts'

/** Options of a fixture's server. */
export interface FixtureOptions extends OrchardOptions {
  /**
   * The words of the server: `kubernetes` for pages and clients that speak to Kubernetes (`rbac.authorization.k8s.io`),
   * `orch` for those of Orchard (`rbac.authorization.orch.io`). Default: `orch`.
   */
  readonly vocabulary?: 'kubernetes' | 'orch'
}

/** Starts the server of a fixture. The other vocabulary is loaded when it is asked for. */
export async function startServer({ vocabulary = 'orch', ...options }: FixtureOptions): Promise<OrchardServer> {
  if (vocabulary === 'orch') return createOrchard(options)
  if (vocabulary !== 'kubernetes')
    throw new TypeError(`vocabulary is "orch" or "kubernetes", not ${JSON.stringify(vocabulary)}`)
  const kubernetes = await import('#library/create-orchard.ts?vocabulary=kubernetes')
  return kubernetes.createOrchard(options)
}
