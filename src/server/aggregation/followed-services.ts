import { isObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { prefixOf } from '#server/registry/storage-key.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { type Priorities, prioritiesOf, type RemoteService, toRemoteService } from './remote-service.ts'

/** The stored APIServices, in memory. */
export interface FollowedServices {
  /** Reports whether another server serves anything; cheap, because every request asks. */
  isUsed(): boolean
  find(group: string, version: string): RemoteService | undefined
  ofGroup(group: string): readonly RemoteService[]
  list(): readonly RemoteService[]
  /** The priority of a group: the largest of its APIServices. */
  groupPriority(group: string): number
  versionPriority(group: string, version: string): number
  /** Lists the stored APIServices and watches them from then on. */
  start(): Promise<void>
  stop(): void
}

/** The priority of groups whose APIServices do not exist yet. */
const customPriority = 1000

/** Follows the stored APIServices. `onGone` is called with the names of those that were deleted. */
export function followApiServices(
  objects: ObjectStore,
  resources: () => ResourceTable,
  onGone: (name: string) => void,
): FollowedServices {
  const remote = new Map<string, RemoteService>()
  const priorities = new Map<string, Priorities & { readonly name: string }>()
  let endWatch = (): void => undefined
  let isStopped = false
  const remember = (object: ApiObject): void => {
    const { name = '' } = object.metadata
    const service = toRemoteService(object)
    priorities.set(name, { ...prioritiesOf(object), name: groupOf(object) })
    if (service === null) remote.delete(name)
    else remote.set(name, service)
  }
  const forget = ({ metadata: { name = '' } }: ApiObject): void => {
    remote.delete(name)
    priorities.delete(name)
    onGone(name)
  }
  const start = async (): Promise<void> => {
    const definition = resources().findStored('apiregistration.orch.io', 'apiservices')
    if (definition === undefined || isStopped) return
    const prefix = prefixOf(definition, '')
    const { items, revision } = await objects.list({ prefix })
    for (const { object } of items) remember(object)
    endWatch = objects.watch({
      prefix,
      after: revision,
      onEvents: (events) => {
        for (const { type, stored } of events) (type === 'DELETED' ? forget : remember)(stored.object)
      },
      // If the revision of the watch was compacted, everything is listed again.
      onEnd: (error) => {
        if (error !== null && !isStopped) void start()
      },
    })
  }
  return {
    isUsed: () => remote.size > 0,
    find: (group, version) => remote.get(`${version}.${group}`),
    ofGroup: (group) => [...remote.values()].filter((each) => each.group === group),
    list: () => [...remote.values()],
    groupPriority(group) {
      const found = [...priorities.values()].filter(({ name }) => name === group)
      return found.length === 0 ? customPriority : Math.max(...found.map((each) => each.group))
    },
    versionPriority: (group, version) => priorities.get(`${version}.${group}`)?.version ?? 0,
    start,
    stop() {
      isStopped = true
      endWatch()
    },
  }
}

function groupOf({ spec }: ApiObject): string {
  const group = isObject(spec) ? spec['group'] : undefined
  return textOf(group)
}
