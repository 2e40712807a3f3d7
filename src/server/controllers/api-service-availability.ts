import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { formatTime } from '#api/time.ts'
import type { ApiClient } from '#client/api-client.ts'
import { followCollection } from '#client/follow.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { isConflict, isNotFound } from './garbage-collector/owner-finder.ts'
import { ownClient } from '#server/controllers/shared/own-client.ts'
import { controlsOf, createWorkQueue } from '#server/controllers/shared/work-queue.ts'

const path = '/apis/apiregistration.orch.io/v1/apiservices'
/** The collections that say where a service is. */
const places = ['/api/v1/services', '/api/v1/endpoints', '/apis/discovery.orch.io/v1/endpointslices']
/** The interval between checks of a server: the reference's resync interval, shorter while a server does not answer. */
const everyMs = 30_000
const afterFailureMs = 5000

/** Sets the condition Available of APIServices whose group version another server serves. [APS6] */
export function startApiServiceAvailability(host: ControllerHost): Controller {
  const { fetch, clock, changed, checkApiService } = host
  const { client, headers } = ownClient(fetch, 'apiservice-status-remote-available-controller')
  const ending = new AbortController()
  const services = new Map<string, ApiObject>()
  const queue = createWorkQueue({
    name: 'api-service-availability',
    clock,
    changed,
    workers: 4,
    async sync(name) {
      const service = services.get(name)
      if (service === undefined || checkApiService === undefined) return true
      const availability = await checkApiService(service)
      if (isRemote(service)) rechecks.set(name, availability.status === 'True' ? everyMs : afterFailureMs)
      return setCondition(client, service, { ...availability, now: formatTime(clock.now()) })
    },
  })
  const rechecks = createRechecks(clock, queue.add)
  const note = (service: ApiObject): void => {
    const { name = '' } = service.metadata
    const before = services.get(name)
    services.set(name, service)
    // Own writes of the status come back as events and need no check.
    if (isRemote(service) ? !isSameSpec(before, service) : conditionOf(service)?.['reason'] !== 'Local') queue.add(name)
  }
  const forget = ({ metadata: { name = '' } }: ApiObject): void => {
    services.delete(name)
    rechecks.cancel(name)
  }
  /** Checks the APIServices whose service, or an endpoint of it, changed. */
  const touched = ({ metadata: { namespace = '', name = '', labels } }: ApiObject): void => {
    const changedName = labels?.['orch.io/service-name'] ?? name
    for (const [key, { spec }] of services) {
      const service = isObject(spec) ? spec['service'] : undefined
      if (isObject(service) && service['namespace'] === namespace && service['name'] === changedName) queue.add(key)
    }
  }
  const follow = (collection: string, onEach: (object: ApiObject) => void, onGone: (object: ApiObject) => void): void =>
    void followCollection({
      fetch,
      path: collection,
      headers,
      signal: ending.signal,
      onList: (items) => items.forEach(onEach),
      onEvent: ({ type, object }) => (type === 'DELETED' ? onGone : onEach)(object),
      pause: (ms) => new Promise((resolve) => void clock.after(ms, resolve)),
    })
  follow(path, note, forget)
  for (const each of places) follow(each, touched, touched)
  return {
    ...controlsOf(queue),
    stop() {
      ending.abort()
      rechecks.stop()
      queue.stop()
    },
  }
}

/** Timers by name; a new one replaces the last. */
function createRechecks(clock: ControllerHost['clock'], run: (name: string) => void) {
  const timers = new Map<string, () => void>()
  const cancel = (name: string): void => {
    timers.get(name)?.()
    timers.delete(name)
  }
  return {
    cancel,
    set(name: string, afterMs: number): void {
      cancel(name)
      timers.set(
        name,
        clock.after(afterMs, () => run(name)),
      )
    },
    stop: () => timers.forEach((end) => end()),
  }
}

const isRemote = ({ spec }: ApiObject): boolean => isObject(spec) && isObject(spec['service'])

const isSameSpec = (before: ApiObject | undefined, now: ApiObject): boolean =>
  before !== undefined &&
  before.metadata.uid === now.metadata.uid &&
  JSON.stringify(before['spec']) === JSON.stringify(now['spec'])

type Condition = Readonly<Record<string, Json | undefined>>

const conditionOf = ({ status }: ApiObject): Condition | undefined => {
  const conditions = isObject(status) && Array.isArray(status['conditions']) ? status['conditions'] : []
  return conditions.find((each) => isObject(each) && each['type'] === 'Available') as Condition | undefined
}

interface Wanted {
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly now: string
}

/** Returns false to try again. */
async function setCondition(client: ApiClient, service: ApiObject, wanted: Wanted): Promise<boolean> {
  const { name = '' } = service.metadata
  const own = `${path}/${encodeURIComponent(name)}`
  try {
    const live = await client.get(own)
    const condition = live.metadata.uid === service.metadata.uid ? changedCondition(live, wanted) : null
    if (condition !== null) await client.update(`${own}/status`, { ...live, status: { conditions: [condition] } })
    return true
  } catch (error) {
    if (isNotFound(error, name)) return true
    if (isConflict(error)) return false
    throw error
  }
}

/** Returns the condition; `null` if the object has it already. */
function changedCondition(live: ApiObject, { status, reason, message, now }: Wanted): JsonObject | null {
  const present = conditionOf(live) ?? {}
  const isSame = present['status'] === status
  if (isSame && present['reason'] === reason && present['message'] === message) return null
  const since = isSame ? (present['lastTransitionTime'] ?? now) : now
  return { type: 'Available', status, lastTransitionTime: since, reason, message }
}
