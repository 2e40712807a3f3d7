import { deepEqual, isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { formatTime } from '#api/time.ts'
import type { ApiClient } from '#client/api-client.ts'
import { Refusal } from '#client/refusal.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { createLoop } from './controller-loop.ts'
import { isEmptied, namespaceConditions, type Remaining } from './namespace-conditions.ts'
import { discoverNamespaced, type NamespacedResource, pathIn } from './namespaced-resources.ts'

const finalizer = 'orch'
/** Delay before the first pass, so that writes in flight are observed. The reference's delay is longer. [CO8] */
const graceMs = 500

/** Deletes the content of terminating namespaces and then finalizes them. Uses the API like any client. [CO2] */
export function startNamespaceController(host: ControllerHost): Controller {
  const { clock } = host
  const loop = createLoop(host, {
    name: 'namespace',
    account: 'namespace-controller',
    sync: (client, name) => syncNamespace(client, name, formatTime(clock.now())),
  })
  const waits = new Map<string, () => void>()
  const look = ({ metadata: { name = '', deletionTimestamp } }: ApiObject): void => {
    if (deletionTimestamp === undefined || waits.has(name)) return
    const cancel = clock.after(graceMs, () => {
      waits.delete(name)
      loop.queue.add(name)
    })
    waits.set(name, cancel)
  }
  loop.follow('/api/v1/namespaces', {
    onList: (items) => items.forEach(look),
    onEvent: ({ type, object }) => {
      if (type !== 'DELETED') look(object)
    },
  })
  return loop.controller(() => {
    for (const cancel of waits.values()) cancel()
  })
}

const isGone = (error: unknown): boolean =>
  error instanceof Refusal && (error.status.code === 404 || error.status.code === 409)

const specFinalizers = (namespace: ApiObject): readonly string[] => {
  const { spec } = namespace
  return isObject(spec) && Array.isArray(spec['finalizers'])
    ? spec['finalizers'].filter((each) => typeof each === 'string')
    : []
}

/** Runs one pass over a namespace. Returns false if something remains and another pass is needed. */
async function syncNamespace(client: ApiClient, name: string, now: string): Promise<boolean> {
  const path = `/api/v1/namespaces/${encodeURIComponent(name)}`
  try {
    const namespace = await client.get(path)
    if (namespace.metadata.deletionTimestamp === undefined || !specFinalizers(namespace).includes(finalizer))
      return true
    const { isEmpty, reported } = await emptyNamespace(client, name)
    if (!isEmpty) {
      await reportProgress(client, path, namespace, namespaceConditions(conditionsOf(namespace), reported, now))
      return false
    }
    const spec = {
      ...(isObject(namespace['spec']) ? namespace['spec'] : {}),
      finalizers: specFinalizers(namespace).filter((each) => each !== finalizer),
    }
    await client.update(`${path}/finalize`, { ...namespace, spec })
    return true
  } catch (error) {
    // The namespace is gone, or was changed concurrently: the watch delivers the change.
    if (isGone(error)) return error instanceof Refusal && error.status.code === 404
    throw error
  }
}

function conditionsOf(namespace: ApiObject): readonly JsonObject[] {
  const { status } = namespace
  return isObject(status) && Array.isArray(status['conditions']) ? status['conditions'].filter(isObject) : []
}

async function reportProgress(
  client: ApiClient,
  path: string,
  namespace: ApiObject,
  conditions: JsonObject[string],
): Promise<void> {
  if (deepEqual(conditions, [...conditionsOf(namespace)])) return
  await client.update(`${path}/status`, { ...namespace, status: { phase: 'Terminating', conditions } })
}

interface Emptied {
  readonly isEmpty: boolean
  /** Messages of the conditions. Pods that still run are not listed there. */
  readonly reported: Remaining
}

/** Deletes all content, pods first and the rest only when no pod remains, and counts what remains. */
async function emptyNamespace(client: ApiClient, namespace: string): Promise<Emptied> {
  const { resources, failure: discoveryFailure } = await discoverNamespaced(client)
  const pods = resources.filter(({ group, resource }) => group === '' && resource === 'pods')
  const left = await emptyAll(client, namespace, pods)
  if (!isEmptied(left)) {
    const { failures } = left
    return { isEmpty: false, reported: { counts: new Map(), finalizers: new Map(), failures, discoveryFailure } }
  }
  // The original's order is random; here, what was discovered last goes first.
  const others = resources.filter((each) => !pods.includes(each)).toReversed()
  const reported = { ...(await emptyAll(client, namespace, others)), discoveryFailure }
  return { isEmpty: isEmptied(reported), reported }
}

async function emptyAll(
  client: ApiClient,
  namespace: string,
  resources: readonly NamespacedResource[],
): Promise<Remaining> {
  const counts = new Map<string, number>()
  const finalizers = new Map<string, number>()
  const failures: string[] = []
  for (const resource of resources) {
    try {
      const items = await emptyCollection(client, pathIn(resource, namespace), resource.deletesCollections)
      if (items.length > 0) counts.set(`${resource.resource}.${resource.group}`, items.length)
      for (const each of items.flatMap((item) => item.metadata.finalizers ?? []))
        finalizers.set(each, (finalizers.get(each) ?? 0) + 1)
    } catch (error) {
      // A type that cannot be emptied must not block the others; it is reported and retried.
      if (!(error instanceof Refusal)) throw error
      if (error.status.code !== 404) failures.push(error.message)
    }
  }
  return { counts, finalizers, failures, discoveryFailure: '' }
}

/** Deletes the objects of a collection. Returns those that remain. */
async function emptyCollection(client: ApiClient, path: string, atOnce: boolean): Promise<readonly ApiObject[]> {
  if (atOnce) await client.delete(path, { propagationPolicy: 'Background' })
  else
    for (const { metadata } of (await client.list(path)).items)
      await client.delete(`${path}/${encodeURIComponent(metadata.name ?? '')}`)
  return (await client.list(path)).items
}
