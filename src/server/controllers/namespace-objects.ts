import { deepEqual, isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import { Refusal } from '#client/refusal.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { createLoop } from './controller-loop.ts'
import { isNotFound } from './garbage-collector/owner-finder.ts'

/** An object that every namespace must contain. */
interface Kept {
  readonly controller: string
  readonly account: string
  readonly resource: string
  readonly name: string
  readonly content: JsonObject
  /** True if the loop tries in vain to create the object while its namespace is being deleted, as the original does. */
  readonly ignoresDeletion: boolean
}

/** Keeps the service account `default` in every namespace. [CO3] */
export const startAccountController = (host: ControllerHost): Controller =>
  keepInNamespaces(host, {
    controller: 'serviceaccount',
    account: 'service-account-controller',
    resource: 'serviceaccounts',
    name: 'default',
    content: {},
    ignoresDeletion: false,
  })

const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or orch.default.svc. No other usage is guaranteed across distributions of Orch clusters.'

/** Keeps the config map of the root CA in every namespace; it is empty on a server without TLS. [CO3] */
export const startRootCaPublisher = (host: ControllerHost): Controller =>
  keepInNamespaces(host, {
    controller: 'root-ca-certificate-publisher',
    account: 'root-ca-cert-publisher',
    resource: 'configmaps',
    name: 'kube-root-ca.crt',
    content: {
      metadata: { annotations: { 'orch.io/description': description } },
      data: { 'ca.crt': host.rootCertificates ?? '' },
    },
    ignoresDeletion: true,
  })

function keepInNamespaces(host: ControllerHost, kept: Kept): Controller {
  const alive = new Set<string>()
  const loop = createLoop(host, {
    name: kept.controller,
    account: kept.account,
    sync: (client, namespace) => (alive.has(namespace) ? keep(client, kept, namespace) : Promise.resolve(true)),
  })
  const learn = ({ metadata: { name = '', deletionTimestamp } }: ApiObject): void => {
    if (deletionTimestamp !== undefined && !kept.ignoresDeletion) alive.delete(name)
    else if (!alive.has(name)) {
      alive.add(name)
      loop.queue.add(name)
    }
  }
  loop.follow('/api/v1/namespaces', {
    onList(items) {
      alive.clear()
      items.forEach(learn)
    },
    onEvent({ type, object }) {
      if (type === 'DELETED') alive.delete(object.metadata.name ?? '')
      else learn(object)
    },
  })
  loop.follow(`/api/v1/${kept.resource}`, {
    fieldSelector: `metadata.name=${kept.name}`,
    onList: () => alive.forEach((namespace) => loop.queue.add(namespace)),
    onEvent({ type, object }) {
      if (type !== 'ADDED') loop.queue.add(object.metadata.namespace ?? '')
    },
  })
  return loop.controller()
}

/** Creates the object if it is missing and restores its data. */
async function keep(client: ApiClient, { resource, name, content }: Kept, namespace: string): Promise<boolean> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/${resource}`
  const metadata = { ...(isObject(content['metadata']) ? content['metadata'] : {}), name, namespace }
  try {
    const live = await client.get(`${path}/${name}`)
    if (deepEqual(live['data'] ?? null, content['data'] ?? null)) return true
    await client.update(`${path}/${name}`, { ...live, ...content, metadata: { ...live.metadata, ...metadata } })
    return true
  } catch (error) {
    if (!isNotFound(error, name)) throw error
  }
  try {
    await client.create(path, { ...content, metadata })
    return true
  } catch (error) {
    // It exists already, or the namespace is terminating.
    const code = error instanceof Refusal ? error.status.code : 0
    if (code === 403 || code === 404 || code === 409) return true
    throw error
  }
}
