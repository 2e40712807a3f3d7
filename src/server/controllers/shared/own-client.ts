import { type ApiClient, createApiClient } from '#client/api-client.ts'
import { CAUSE_HEADER } from '#facts/debug-api.ts'
import type { ControllerHost } from './controller.ts'
import type { ReactingTo } from './cause.ts'

/** The agent of the loops of a controller manager, of which the field manager is the part before the slash. [LC100] */
export const managerAgent = 'kube-controller-manager/v1.34'

/** The user of a loop: its service account. */
export const userOf = (account: string): string => `system:serviceaccount:kube-system:${account}`

/** Returns a client of a controller, authenticated as its own service account or as `user`, and its headers for watches. */
export function ownClient(
  fetch: ControllerHost['fetch'],
  name: string,
  user: string = userOf(name),
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
  const managed = namingManager(fetch, name)
  const client = createApiClient(managed, { headers })
  return {
    client,
    headers,
    reactingTo: (cause = '') =>
      cause === '' ? client : createApiClient(managed, { headers: { ...headers, [CAUSE_HEADER]: cause } }),
  }
}

const written: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Names the field manager in each write, as the server would by `User-Agent`: Chromium sends no such header. [LC100]
 */
const namingManager =
  (send: ControllerHost['fetch'], agent: string): ControllerHost['fetch'] =>
  (input, init) => {
    if (typeof input !== 'string' || !written.has(init?.method ?? 'GET') || input.includes('fieldManager='))
      return send(input, init)
    const [manager = ''] = agent.split('/', 1)
    return send(`${input}${input.includes('?') ? '&' : '?'}${new URLSearchParams({ fieldManager: manager })}`, init)
  }
