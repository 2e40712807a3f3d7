import type { OrchardOptions, OrchardServer } from './orchard-server.js'
/**
 * Starts an API server in this process.
 *
 * @example
 * const server = await createOrchard({
 *   seed: 7,
 *   now: '2026-01-01T00:00:00Z',
 *   objects: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
 * })
 * const answer = await server.fetch('/api/v1/namespaces/shop')
 *
 * @throws TypeError for a wrong option; Error with the server's words for an object that is refused
 */
export declare function createOrchard(options?: OrchardOptions): Promise<OrchardServer>
