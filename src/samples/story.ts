import type { Json, JsonObject } from '#api/json.ts'
import * as shop from './book-shop.ts'

/** One write of the story: who sends what with which program. */
export interface Step {
  readonly actor: string
  readonly groups: readonly string[]
  readonly manager: string
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly contentType: string
  readonly body: Json
}

type By = Pick<Step, 'actor' | 'groups' | 'manager'>

const person = (actor: string, group: string, manager = 'orchctl'): By => ({
  actor,
  groups: [group, 'system:authenticated'],
  manager,
})
const machine = (actor: string): By => ({
  actor,
  groups: ['system:serviceaccounts', 'system:authenticated'],
  manager: actor.split(':').at(-1) ?? actor,
})

const admin = person('admin', 'system:masters')
const alice = person('alice', 'shop:editors')
const bob = person('bob', 'shop:editors', 'dashboard')
const shopController = machine('shop-controller')
const autoscaler = machine('hpa')
const stockBot = machine('stock-bot')

const plurals: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  ConfigMap: 'configmaps',
  Secret: 'secrets',
  ServiceAccount: 'serviceaccounts',
  Service: 'services',
  Deployment: 'deployments',
  HorizontalPodAutoscaler: 'horizontalpodautoscalers',
  PodDisruptionBudget: 'poddisruptionbudgets',
  Ingress: 'ingresses',
  CronJob: 'cronjobs',
}

function collectionOf(manifest: JsonObject): string {
  const { apiVersion, kind, metadata } = manifest as { apiVersion: string; kind: string; metadata: JsonObject }
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  const namespace = typeof metadata['namespace'] === 'string' ? `/namespaces/${metadata['namespace']}` : ''
  return `${root}${namespace}/${plurals[kind] ?? ''}`
}

const create = (by: By, manifest: JsonObject): Step => ({
  ...by,
  method: 'POST',
  path: collectionOf(manifest),
  contentType: 'application/json',
  body: manifest,
})
const merge = (by: By, path: string, body: JsonObject): Step => ({
  ...by,
  method: 'PATCH',
  path,
  contentType: 'application/merge-patch+json',
  body,
})
const jsonPatch = (by: By, path: string, body: readonly JsonObject[]): Step => ({
  ...by,
  method: 'PATCH',
  path,
  contentType: 'application/json-patch+json',
  body: [...body],
})
const remove = (by: By, path: string): Step => ({
  ...by,
  method: 'DELETE',
  path,
  contentType: 'application/json',
  body: { apiVersion: 'v1', kind: 'DeleteOptions' },
})

const configMap = (namespace: string, name: string): string => `/api/v1/namespaces/${namespace}/configmaps/${name}`
const deployment = (name: string): string => `/apis/apps/v1/namespaces/shop/deployments/${name}`

interface Rollout {
  readonly generation: number
  readonly wanted: number
  readonly ready: number
}

/** What a controller reports while pods come up. */
function status(name: string, { generation, wanted, ready }: Rollout, nowMs: number): Step {
  const time = new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z')
  const done = ready === wanted
  return merge(shopController, `${deployment(name)}/status`, {
    status: {
      observedGeneration: generation,
      replicas: wanted,
      updatedReplicas: wanted,
      readyReplicas: ready,
      availableReplicas: ready,
      unavailableReplicas: done ? null : wanted - ready,
      conditions: [
        {
          type: 'Available',
          status: done ? 'True' : 'False',
          reason: done ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
          message: done ? 'Deployment has minimum availability.' : 'Deployment does not have minimum availability.',
          lastUpdateTime: time,
          lastTransitionTime: time,
        },
      ],
    },
  })
}

const sold = (book: string, left: number): Step =>
  merge(stockBot, configMap('shop', 'stock'), { data: { [book]: String(left) } })

/** The shop opens: what was there before anybody looked. */
const opening = (): readonly Step[] => [
  ...shop.namespaces.map((manifest) => create(admin, manifest)),
  create(alice, shop.webAccount),
  create(alice, shop.webSettings),
  create(alice, shop.sessionSecret),
  create(alice, shop.paymentSecret),
  create(stockBot, shop.stock),
  ...shop.services.map((manifest) => create(alice, manifest)),
  ...shop.deployments.map((manifest) => create(alice, manifest)),
]

const rollouts = (nowMs: number): readonly Step[] => [
  status('web', { generation: 1, wanted: 2, ready: 0 }, nowMs),
  status('cart', { generation: 1, wanted: 2, ready: 1 }, nowMs),
  status('search', { generation: 1, wanted: 1, ready: 1 }, nowMs),
  status('web', { generation: 1, wanted: 2, ready: 2 }, nowMs),
  status('cart', { generation: 1, wanted: 2, ready: 2 }, nowMs),
]

const additions = (): readonly Step[] => [
  create(alice, shop.searchAutoscaler),
  create(alice, shop.webBudget),
  create(bob, shop.shopIngress),
  ...shop.cronJobs.map((manifest) => create(bob, manifest)),
  sold('dune', 41),
  create(bob, shop.rehearsalSettings),
  create(shopController, shop.heldLedger),
]

const image = (by: By, name: string, value: string): Step =>
  jsonPatch(by, deployment(name), [{ op: 'replace', path: '/spec/template/spec/containers/0/image', value }])

/** A day in the shop. */
const day = (nowMs: number): readonly Step[] => [
  image(alice, 'web', 'bookshop/web:2.4.0'),
  status('web', { generation: 2, wanted: 2, ready: 1 }, nowMs),
  sold('emma', 13),
  status('web', { generation: 2, wanted: 2, ready: 2 }, nowMs),
  jsonPatch(bob, deployment('web'), [
    { op: 'replace', path: '/spec/template/spec/containers/0/env/0/value', value: 'Autumn' },
  ]),
  merge(bob, configMap('shop', 'web-settings'), { data: { 'banner.txt': 'Autumn leaves, and books stay' } }),
  status('web', { generation: 3, wanted: 2, ready: 2 }, nowMs),
  merge(autoscaler, `${deployment('search')}/scale`, { spec: { replicas: 2 } }),
  status('search', { generation: 2, wanted: 2, ready: 1 }, nowMs),
  sold('dune', 40),
  remove(alice, configMap('staging', 'web-settings')),
  remove(alice, configMap('staging', 'ledger')),
  status('search', { generation: 2, wanted: 2, ready: 2 }, nowMs),
  merge(shopController, configMap('staging', 'ledger'), {
    metadata: { finalizers: ['shop.example/export-ledger'] },
  }),
  sold('ulysses', 2),
  image(alice, 'web', 'bookshop/web:2.4.1'),
  status('web', { generation: 4, wanted: 2, ready: 2 }, nowMs),
  merge(autoscaler, `${deployment('search')}/scale`, { spec: { replicas: 3 } }),
  status('search', { generation: 3, wanted: 3, ready: 3 }, nowMs),
  sold('walden', 20),
  merge(alice, deployment('web'), { spec: { replicas: 3 } }),
  status('web', { generation: 5, wanted: 3, ready: 3 }, nowMs),
]

/** The whole story in order; `nowMs` stands in the conditions that it writes. */
export const bookShopStory = (nowMs: number): readonly Step[] => [
  ...opening(),
  ...rollouts(nowMs),
  ...additions(),
  ...day(nowMs),
]
