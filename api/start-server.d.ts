import type { OrchardOptions, OrchardServer } from './orchard-server.js'
/** Options of a fixture's server. */
export interface FixtureOptions extends OrchardOptions {
  /**
   * The words of the server: `kubernetes` for pages and clients that speak to Kubernetes (`rbac.authorization.k8s.io`),
   * `orch` for those of Orchard (`rbac.authorization.orch.io`). Default: `orch`.
   */
  readonly vocabulary?: 'kubernetes' | 'orch'
}
/** Starts the server of a fixture. The other vocabulary is loaded when it is asked for. */
export declare function startServer({ vocabulary, ...options }: FixtureOptions): Promise<OrchardServer>
