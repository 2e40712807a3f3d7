import { type ApiClient, createApiClient } from '#client/api-client.ts'
import type { ControllerHost } from './controller.ts'

/** Returns a client of a controller, authenticated as its own service account or as `user`, and its headers for watches. */
export function ownClient(
  fetch: ControllerHost['fetch'],
  name: string,
  user = `system:serviceaccount:kube-system:${name}`,
): { readonly client: ApiClient; readonly headers: Readonly<Record<string, string>> } {
  const headers = {
    'user-agent': name,
    'x-orchard-acting-as': user,
    'x-orchard-acting-as-groups': 'system:masters',
  }
  return { client: createApiClient(fetch, { headers }), headers }
}
