import type { JsonObject } from '#api/json.ts'
import {
  apply,
  compact,
  create,
  jsonPatch,
  merge,
  remove,
  type Step,
  type Untimed,
  update,
  wait,
} from '#samples/step.ts'
import { accessManifests } from './access.ts'
import { addressKeeper, admin, alice, aliceWithKustomize, autoscaler, bob, stockBot } from './cast.ts'
import { bookDefinition, books, walden } from './catalog.ts'
import { deploymentPath, report } from './rollout.ts'
import * as settings from './settings.ts'
import * as workloads from './workloads.ts'

/** Duration of the story in seconds, from the first write to the moment at which a visitor opens the page. */
export const storySeconds = 3600

const bookPath = (name: string): string => `/apis/catalog.example/v1/namespaces/shop/books/${name}`
const sold = (name: string, left: number): Untimed => merge(stockBot, bookPath(name), { spec: { stock: left } })
const scaled = (name: string, replicas: number): Untimed =>
  merge(autoscaler, `${deploymentPath(name)}/scale`, { spec: { replicas } })

const isEstablished = (definition: JsonObject | null): boolean =>
  JSON.stringify(definition ?? {}).includes('"type":"Established"')
const mentions = (word: string) => (object: JsonObject | null) => JSON.stringify(object ?? {}).includes(word)

/** The setup before the retained history: namespaces, the custom kind, permissions. */
const foundation: readonly Untimed[] = [
  create(admin, settings.shopNamespace),
  create(admin, settings.stagingNamespace),
  create(admin, bookDefinition),
  wait(`/apis/apiextensions.orch.io/v1/customresourcedefinitions/${bookDefinition.metadata.name}`, isEstablished),
  ...accessManifests.map((manifest) => create(admin, manifest)),
  wait('/apis/rbac.authorization.orch.io/v1/clusterroles/edit', mentions('catalog.example')),
  wait('/apis/rbac.authorization.orch.io/v1/clusterroles/view', mentions('catalog.example')),
]

/** The shop opens. */
const opening: readonly Untimed[] = [
  create(alice, settings.webSettings),
  create(alice, settings.sessionSecret),
  create(alice, settings.paymentSecret),
  ...workloads.services.map((manifest) => apply(alice, manifest)),
  ...books.map((manifest) => apply(aliceWithKustomize, manifest)),
  apply(alice, workloads.web('bookshop/web:2.3.9')),
  apply(alice, workloads.cart),
  apply(aliceWithKustomize, workloads.search),
  report('web', 0),
  report('search'),
  report('cart', 1),
  report('web'),
  report('cart'),
  create(alice, workloads.searchAutoscaler),
  create(bob, workloads.shopIngress),
  ...settings.rehearsals.map((manifest) => create(alice, manifest)),
  sold('dune', 48),
  sold('emma', 18),
]

const banner = (value: string): Untimed =>
  jsonPatch(bob, deploymentPath('web'), [
    { op: 'replace', path: '/spec/template/spec/containers/0/env/0/value', value },
  ])

const withData =
  (name: string, value: string) =>
  (current: JsonObject): JsonObject => ({
    ...current,
    data: { ...(current['data'] as JsonObject), [name]: value },
  })

/** The hour of retained history: releases, sales, an autoscaler, and a namespace that stays Terminating. */
const morning: readonly Untimed[] = [
  sold('dune', 47),
  sold('ulysses', 5),
  sold('emma', 17),
  scaled('search', 2),
  report('search', 1),
  sold('middlemarch', 9),
  report('search'),
  sold('dune', 46),
  apply(alice, workloads.web('bookshop/web:2.4.0')),
  report('web', 1),
  sold('emma', 16),
  report('web'),
  sold('dune', 45),
  update(bob, '/api/v1/namespaces/shop/configmaps/web-settings', withData('banner.txt', 'Autumn: new arrivals')),
  sold('ulysses', 4),
  banner('Autumn'),
  report('web'),
  sold('middlemarch', 8),
  scaled('search', 1),
  report('search'),
  sold('emma', 15),
  sold('dune', 44),
  apply(aliceWithKustomize, workloads.cart),
  remove(alice, '/api/v1/namespaces/staging/configmaps?labelSelector=purpose%3Drehearsal'),
  sold('dune', 43),
  merge(alice, '/api/v1/namespaces/shop/configmaps/web-settings', {
    data: { 'settings.yaml': 'currency: EUR\nfreeShippingFrom: 35\nlanguages: [de, en, fr, it]\n' },
  }),
  sold('ulysses', 3),
  merge(alice, deploymentPath('cart'), { spec: { replicas: 3 } }),
  report('cart', 2),
  sold('emma', 14),
  report('cart'),
  sold('middlemarch', 7),
  remove(admin, '/api/v1/namespaces/staging'),
  wait('/api/v1/namespaces/staging', mentions('"spec":{}')),
  scaled('search', 2),
  report('search', 1),
  sold('dune', 42),
  report('search'),
  merge(addressKeeper, '/api/v1/namespaces/staging', {
    metadata: { finalizers: ['shop.example/export-ledger'] },
  }),
  sold('emma', 13),
  remove(bob, '/apis/networking.orch.io/v1/namespaces/shop/ingresses/shop'),
  apply(alice, workloads.webWithoutBanner('bookshop/web:2.4.1')),
  report('web', 1),
  create(bob, workloads.shopIngress),
  report('web'),
  scaled('search', 3),
  sold('dune', 41),
  report('search'),
  create(bob, walden),
  sold('emma', 12),
]

/** Spreads `steps` evenly over the seconds between `from` and `to`. */
const spread = (steps: readonly Untimed[], from: number, to: number): readonly Step[] =>
  steps.map((step, n) => ({ ...step, at: Math.round(from + ((to - from) * n) / steps.length) }) as Step)

/** The story of the book shop: all requests that lead to the sample cluster of a visitor, in order. [SD1] */
export const bookShopStory: readonly Step[] = [
  ...spread(foundation, 0, 120),
  ...spread(opening, 120, 900),
  ...spread([compact], 900, 901),
  ...spread(morning, 901, storySeconds - 4),
]
