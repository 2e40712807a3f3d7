import { type ApiClient, createApiClient } from '#client/api-client.ts'
import type { ControllerHost } from './controller.ts'

/** Returns a client authenticated as the controller's own service account, and its headers for watches. */
export function ownClient(
  fetch: ControllerHost['fetch'],
  name: string,
): { readonly client: ApiClient; readonly headers: Readonly<Record<string, string>> } {
  const headers = {
    'user-agent': name,
    'x-orchard-acting-as': `system:serviceaccount:kube-system:${name}`,
    'x-orchard-acting-as-groups': 'system:masters',
  }
  return { client: createApiClient(fetch, { headers }), headers }
}
