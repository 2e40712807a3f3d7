import type { JsonObject } from '#api/json.ts'
import type { AdmissionSample, AdmissionTrial } from '#facts/admission-trial-api.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'
import { matchedCollections } from './first-samples.ts'
import type { TriedSample } from './samples.ts'

/** More stored objects are not tried: each change of the text tries them again. */
const triedMax = 200

/** Updates that change nothing, of stored objects that a policy or definition applies to. */
export interface StoredUpdates {
  readonly samples: readonly AdmissionSample[]
  /** The resource of each sample. */
  readonly resources: readonly WatchableResource[]
  /** Number of stored objects, those that are not tried included. */
  readonly total: number
}

/** Returns the updates to try, those of at most 200 objects. [CB19] */
export function storedUpdates(objects: ObjectsState, draft: JsonObject, user: TriedSample['user']): StoredUpdates {
  const all = matchedCollections(objects, draft).flatMap(({ resource, items }) =>
    [...items.values()].map((object) => ({ resource, object })),
  )
  const tried = all.slice(0, triedMax)
  return {
    samples: tried.map(({ resource: { group, version, resource }, object }) => ({
      operation: 'UPDATE',
      group,
      version,
      resource,
      subresource: '',
      namespace: object.metadata.namespace ?? '',
      name: object.metadata.name ?? '',
      user: { name: user.name, uid: '', groups: user.groups, extra: {} },
      object: { ...object } as JsonObject,
      oldObject: { ...object } as JsonObject,
    })),
    resources: tried.map(({ resource }) => resource),
    total: all.length,
  }
}

/** A stored object that its next write would be refused for. */
export interface StoredFailure {
  readonly resource: WatchableResource
  readonly namespace: string
  readonly name: string
  readonly message: string
}

export interface StoredFailures {
  readonly failing: readonly StoredFailure[]
  readonly tried: number
  readonly total: number
  /** The plural name of the only resource; `objects` of several. */
  readonly what: string
}

/** Returns the stored objects whose update was refused. */
export function storedFailures({ samples, resources, total }: StoredUpdates, trial: AdmissionTrial): StoredFailures {
  const failing = samples.flatMap(({ namespace, name }, at): readonly StoredFailure[] => {
    const [resource, result] = [resources[at], trial.samples[at]]
    return resource === undefined || result?.outcome !== 'refused'
      ? []
      : [{ resource, namespace, name, message: result.message }]
  })
  const [first, ...others] = new Set(resources.map(({ resource }) => resource))
  return { failing, tried: samples.length, total, what: first === undefined || others.length > 0 ? 'objects' : first }
}
