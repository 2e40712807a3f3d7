import { printExactJson } from '#api/exact-json.ts'
import { type Json, type JsonObject, valueAt } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import type { TrialRequest } from '#ui/trials/exchanges.ts'
import type { ClientId, Way } from './orders.ts'
import { type RaceField, withValue } from './race-field.ts'

/** The object and the field of a race. */
export interface RacePlan {
  readonly path: string
  readonly resource: WatchableResource
  readonly field: RaceField
  readonly name: string
  /** `''` for an object of the cluster. */
  readonly namespace: string
}

/** Ways whose requests say only what changes: they can be sent before the answer to the read is there. */
const unreadWays: ReadonlySet<Way> = new Set(['merge', 'apply'])

/** Reports whether a write in this way is made of what its client read. */
export const isMadeOfRead = (way: Way): boolean => !unreadWays.has(way)

interface Write {
  readonly client: ClientId
  /** The name of the client, as field manager. */
  readonly manager: string
  /** The object as the client read it. */
  readonly held: ApiObject
}

const pointer = (path: readonly string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const json = (value: Json): string => printExactJson(value) ?? ''

const apiVersionOf = ({ group, version }: WatchableResource): string => (group === '' ? version : `${group}/${version}`)

function blind(object: JsonObject & { readonly metadata: ApiObject['metadata'] }): JsonObject {
  const { resourceVersion: _version, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** Returns the body that applies the field: it names only what the client wants to own. */
function applyBody({ resource, field, name, namespace }: RacePlan, { client }: Write): JsonObject {
  const named: JsonObject = {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: { name, ...(namespace === '' ? {} : { namespace }) },
  }
  return withValue(named, field.path, field.after[client])
}

/** Returns the request that writes a client's change in one of the ways. [RA3] */
export function writeRequest(way: Way, plan: RacePlan, write: Write): TrialRequest {
  const { path, field } = plan
  const { client, held, manager } = write
  const target = `${path}?fieldManager=${encodeURIComponent(manager)}`
  const value = field.after[client]
  const changed = { ...withValue(held, field.path, value), metadata: held.metadata } as ApiObject
  const edited = field.path[0] === 'metadata' ? (withValue(held, field.path, value) as ApiObject) : changed
  switch (way) {
    case 'put':
      return { method: 'PUT', target, body: json(edited), contentType: 'application/json' }
    case 'put-blind':
      return { method: 'PUT', target, body: json(blind(edited)), contentType: 'application/json' }
    case 'merge':
      return {
        method: 'PATCH',
        target,
        body: json(withValue({}, field.path, value)),
        contentType: 'application/merge-patch+json',
      }
    case 'json-test': {
      const at = pointer(field.path)
      const test = { op: 'test', path: at, value: valueAt(held ?? undefined, field.path) ?? null }
      const body = json([test, { op: 'replace', path: at, value }])
      return { method: 'PATCH', target, body, contentType: 'application/json-patch+json' }
    }
    case 'apply':
      return {
        method: 'PATCH',
        target,
        body: json(applyBody(plan, write)),
        contentType: 'application/apply-patch+yaml',
      }
  }
}
