import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { createLoop } from './controller-loop.ts'
import { isConflict, isNotFound } from './garbage-collector/owner-finder.ts'

/** A type whose objects must not disappear while they are used. */
interface Protection {
  readonly name: string
  readonly account: string
  /** The path of the collection of all objects. */
  readonly collection: string
  /** Returns the path of one object. */
  readonly pathOf: (namespace: string, name: string) => string
  readonly finalizer: string
  readonly isUsed: (client: ApiClient, object: ApiObject) => Promise<boolean>
}

const partOf = (object: ApiObject | JsonObject, name: string): JsonObject => {
  const part = (object as JsonObject)[name]
  return isObject(part) ? part : {}
}

/** Reports whether a page of a collection has an object that fits. */
async function some(client: ApiClient, path: string, fits: (object: ApiObject) => boolean): Promise<boolean> {
  for await (const { items } of client.pages(path, 500)) if (items.some(fits)) return true
  return false
}

/** A scheduled pod uses its claims until it is removed, even if it has ended; an ephemeral volume has a claim of its own. */
function usesClaim(pod: ApiObject, claim: string): boolean {
  const { nodeName, volumes } = partOf(pod, 'spec')
  if (typeof nodeName !== 'string' || nodeName === '' || !Array.isArray(volumes)) return false
  return volumes
    .filter(isObject)
    .some(
      (volume) =>
        partOf(volume, 'persistentVolumeClaim')['claimName'] === claim ||
        (isObject(volume['ephemeral']) && `${pod.metadata.name}-${String(volume['name'])}` === claim),
    )
}

const encode = encodeURIComponent

const claims: Protection = {
  name: 'persistentvolumeclaim-protection',
  account: 'pvc-protection-controller',
  collection: '/api/v1/persistentvolumeclaims',
  pathOf: (namespace, name) => `/api/v1/namespaces/${encode(namespace)}/persistentvolumeclaims/${encode(name)}`,
  finalizer: 'orch.io/pvc-protection',
  isUsed: (client, { metadata: { namespace = '', name = '' } }) =>
    some(client, `/api/v1/namespaces/${encode(namespace)}/pods`, (pod) => usesClaim(pod, name)),
}

const volumes: Protection = {
  name: 'persistentvolume-protection',
  account: 'pv-protection-controller',
  collection: '/api/v1/persistentvolumes',
  pathOf: (_namespace, name) => `/api/v1/persistentvolumes/${encode(name)}`,
  finalizer: 'orch.io/pv-protection',
  isUsed: async (_client, volume) => partOf(volume, 'status')['phase'] === 'Bound',
}

const className = 'volumeAttributesClassName'
const classesPath = '/apis/storage.orch.io/v1/volumeattributesclasses'

const classes: Protection = {
  name: 'volumeattributesclass-protection',
  account: 'vac-protection-controller',
  collection: classesPath,
  pathOf: (_namespace, name) => `${classesPath}/${encode(name)}`,
  finalizer: 'orch.io/vac-protection',
  isUsed: async (client, { metadata: { name = '' } }) =>
    (await some(client, claims.collection, (claim) => {
      const status = partOf(claim, 'status')
      const target = partOf(status, 'modifyVolumeStatus')['targetVolumeAttributesClassName']
      return [partOf(claim, 'spec')[className], status['currentVolumeAttributesClassName'], target].includes(name)
    })) || some(client, volumes.collection, (volume) => partOf(volume, 'spec')[className] === name),
}

/** Removes the protection finalizer of deleted claims that no pod uses. [CO9] */
export const startClaimProtection = (host: ControllerHost): Controller => protect(host, claims)
/** Removes the protection finalizer of deleted volumes that are not bound. [CO9] */
export const startVolumeProtection = (host: ControllerHost): Controller => protect(host, volumes)
/** Removes the protection finalizer of deleted volume attributes classes that no claim or volume uses. [CO9] */
export const startAttributesClassProtection = (host: ControllerHost): Controller => protect(host, classes)

function protect(host: ControllerHost, protection: Protection): Controller {
  const { name, account, collection } = protection
  const loop = createLoop(host, { name, account, sync: (client, key) => syncObject(client, protection, key) })
  const look = (object: ApiObject): void => {
    const { namespace = '', name: own = '' } = object.metadata
    if (isDue(object, protection)) loop.queue.add(`${namespace}/${own}`)
  }
  loop.follow(collection, {
    onList: (items) => items.forEach(look),
    onEvent({ type, object }) {
      if (type !== 'DELETED') look(object)
    },
  })
  return loop.controller()
}

/** Reports whether a finalizer must be added to an object, or perhaps removed from a deleted one. */
function isDue({ metadata }: ApiObject, { finalizer }: Protection): boolean {
  const isDeleted = metadata.deletionTimestamp !== undefined
  return (metadata.finalizers ?? []).includes(finalizer) === isDeleted
}

/** Returns false while a deleted object is used: it is looked at again later. */
async function syncObject(client: ApiClient, protection: Protection, key: string): Promise<boolean> {
  const [namespace = '', name = ''] = key.split('/')
  const { finalizer, pathOf, isUsed } = protection
  try {
    const object = await client.get(pathOf(namespace, name))
    if (!isDue(object, protection)) return true
    const { metadata } = object
    const others = (metadata.finalizers ?? []).filter((each) => each !== finalizer)
    const isDeleted = metadata.deletionTimestamp !== undefined
    if (isDeleted && (await isUsed(client, object))) return false
    const finalizers = isDeleted ? others : [...others, finalizer]
    await client.update(pathOf(namespace, name), { ...object, metadata: { ...metadata, finalizers } })
    return true
  } catch (error) {
    if (isNotFound(error, name)) return true
    if (isConflict(error)) return false
    throw error
  }
}
