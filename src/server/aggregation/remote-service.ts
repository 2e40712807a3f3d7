import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** A group version that another server serves, as its APIService describes it. */
export interface RemoteService {
  /** The name of the APIService: `v1.metrics.example.com`. */
  readonly name: string
  readonly group: string
  readonly version: string
  readonly groupPriority: number
  readonly versionPriority: number
  readonly isAvailable: boolean
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number }
  /** PEM; `''` for the host's own authorities. */
  readonly caBundle: string
  readonly insecureSkipTlsVerify: boolean
}

const numberOf = (value: Json | undefined): number =>
  Number(typeof value === 'number' || typeof value === 'bigint' ? value : 0)

/** The priorities of a group and of its version; larger ones come first. */
export interface Priorities {
  readonly group: number
  readonly version: number
}

/** Returns the priorities of an APIService, of this server or another one. */
export function prioritiesOf({ spec }: ApiObject): Priorities {
  const { groupPriorityMinimum, versionPriority } = isObject(spec) ? spec : ({} as JsonObject)
  return { group: numberOf(groupPriorityMinimum), version: numberOf(versionPriority) }
}

/** Reads an APIService; `null` if this server serves the group version itself. */
export function toRemoteService(object: ApiObject): RemoteService | null {
  const spec = isObject(object['spec']) ? object['spec'] : {}
  const { service } = spec
  if (!isObject(service)) return null
  const priorities = prioritiesOf(object)
  const bundle = textOf(spec['caBundle'])
  return {
    name: object.metadata.name ?? '',
    group: textOf(spec['group']),
    version: textOf(spec['version']),
    groupPriority: priorities.group,
    versionPriority: priorities.version,
    isAvailable: isAvailable(object),
    service: {
      namespace: textOf(service['namespace']),
      name: textOf(service['name']),
      port: numberOf(service['port'] ?? 443),
    },
    caBundle: bundle === '' ? '' : atob(bundle),
    insecureSkipTlsVerify: spec['insecureSkipTLSVerify'] === true,
  }
}

function isAvailable({ status }: ApiObject): boolean {
  const conditions = isObject(status) && Array.isArray(status['conditions']) ? status['conditions'] : []
  return conditions.some((each) => isObject(each) && each['type'] === 'Available' && each['status'] === 'True')
}
