import type { ApiClient } from '#client/api-client.ts'
import { hasCode } from './refusals.ts'

interface Listed {
  readonly name: string
  readonly kind: string
}

/** The collection of a kind, and whether its objects have a size. */
export interface FoundResource {
  /** `/apis/apps/v1` */
  readonly root: string
  readonly plural: string
  readonly hasScale: boolean
}

/** Finds the collection of a kind in what the server says that it serves; `null` if it serves none. */
export async function findResource(client: ApiClient, apiVersion: string, kind: string): Promise<FoundResource | null> {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const served = await servedUnder(client, root)
  const found = served.find((each) => each.kind === kind && !each.name.includes('/'))
  if (found === undefined) return null
  return { root, plural: found.name, hasScale: served.some(({ name }) => name === `${found.name}/scale`) }
}

async function servedUnder(client: ApiClient, root: string): Promise<readonly Listed[]> {
  try {
    return (await client.get<{ readonly resources: readonly Listed[] }>(root)).resources
  } catch (error) {
    if (hasCode(error, 404)) return []
    throw error
  }
}
