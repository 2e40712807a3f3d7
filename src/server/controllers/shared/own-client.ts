import { type ApiClient, createApiClient } from '#client/api-client.ts'
import { CAUSE_HEADER } from '#facts/debug-api.ts'
import type { ControllerHost } from './controller.ts'
import type { ReactingTo } from './cause.ts'

/** Returns a client of a controller, authenticated as its own service account or as `user`, and its headers for watches. */
export function ownClient(
  fetch: ControllerHost['fetch'],
  name: string,
  user = `system:serviceaccount:kube-system:${name}`,
): {
  readonly client: ApiClient
  readonly headers: Readonly<Record<string, string>>
  readonly reactingTo: ReactingTo
} {
  const headers = {
    'user-agent': name,
    'x-orchard-acting-as': user,
    'x-orchard-acting-as-groups': 'system:masters',
  }
  const client = createApiClient(fetch, { headers })
  return {
    client,
    headers,
    reactingTo: (cause = '') =>
      cause === '' ? client : createApiClient(fetch, { headers: { ...headers, [CAUSE_HEADER]: cause } }),
  }
}
