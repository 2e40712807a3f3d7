import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import { authenticatedUser } from '#server/auth/user-info.ts'
import type { Availability } from './aggregation.ts'
import { type callService, ServiceMissingError, urlOf } from './call-service.ts'
import type { RemoteService } from './remote-service.ts'

/** The discovery data of another server for its group version. */
export interface Documents {
  /** The resources of its APIResourceList. */
  readonly resources: readonly JsonObject[]
  /** Its OpenAPI v3 document: path and query, with a hash; `''` if it has none. */
  readonly openApi: string
}

/** The identity of checks, which must not depend on rights of users. */
const checker = authenticatedUser({ name: 'system:kube-aggregator', groups: ['system:masters'] })
const timeoutMs = 5000

interface Checked {
  readonly availability: Availability
  readonly found: Documents | null
}

const unavailable = (reason: string, message: string): Checked => ({
  availability: { status: 'False', reason, message },
  found: null,
})

/** Asks another server for its discovery document. One that answers is available. [APS6] */
export async function readDocuments(remote: RemoteService, call: ReturnType<typeof callService>): Promise<Checked> {
  const { group, version } = remote
  const target = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const get = (path: string): Promise<Response> =>
    call(remote, {
      method: 'GET',
      target: path,
      user: checker,
      headers: [['accept', 'application/json']],
      signal: AbortSignal.timeout(timeoutMs),
    })
  const url = urlOf(remote, target)
  try {
    const response = await get(target)
    if (response.status < 200 || response.status >= 300) {
      await response.body?.cancel()
      return unavailable(
        'FailedDiscoveryCheck',
        `failing or missing response from ${url}: bad status from ${url}: ${response.status}`,
      )
    }
    const resources = resourcesOf(await jsonOf(response))
    const openApi = await openApiOf(get, target.slice(1))
    return {
      availability: { status: 'True', reason: 'Passed', message: 'all checks passed' },
      found: { resources, openApi },
    }
  } catch (error) {
    if (error instanceof ServiceMissingError) return unavailable(error.reason, error.message)
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const why = error instanceof Error ? error.message : String(error)
    return unavailable(
      'FailedDiscoveryCheck',
      isLate
        ? `timed out waiting for ${url}`
        : `failing or missing response from ${url}: Get ${JSON.stringify(url)}: ${why}`,
    )
  }
}

async function jsonOf(response: Response): Promise<Json> {
  try {
    return (await response.json()) as Json
  } catch {
    return null
  }
}

const resourcesOf = (document: Json): readonly JsonObject[] =>
  isObject(document) && Array.isArray(document['resources']) ? document['resources'].filter(isObject) : []

/** Returns the URL of the OpenAPI document in the index of the other server. */
async function openApiOf(get: (path: string) => Promise<Response>, name: string): Promise<string> {
  const response = await get('/openapi/v3')
  const document = response.ok ? await jsonOf(response) : null
  const paths = isObject(document) && isObject(document['paths']) ? document['paths'] : {}
  const entry = Object.hasOwn(paths, name) ? paths[name] : undefined
  const url = isObject(entry) ? entry['serverRelativeURL'] : undefined
  return textOf(url)
}
