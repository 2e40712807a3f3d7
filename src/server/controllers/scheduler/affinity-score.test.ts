import { expect, test } from 'vitest'
import type { Affinity, Pod, Service } from '#server/kinds/types/core-v1.ts'
import { rateAffinity } from './affinity-score.ts'
import { createClusterState } from './cluster-state.ts'
import type { Candidates } from './filters.ts'
import { rateSpread } from './spread-score.ts'

const key = 'topology.orch.io/zone'
const term = (app: string) => ({ topologyKey: key, labelSelector: { matchLabels: { app } } })
const preferring = (app: string, weight: number) => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm: term(app) }],
})
const pod = (name: string, app: string, affinity: Affinity = {}): Pod => ({
  metadata: { name, uid: name, namespace: 'default', labels: { app } },
  spec: { affinity },
})

/** A cluster of one node per zone, with these pods on them. */
function clusterOf(zones: { readonly [zone: string]: readonly Pod[] }, services: readonly Service[] = []): Candidates {
  const state = createClusterState()
  for (const [zone, pods] of Object.entries(zones)) {
    state.setNode(zone, { metadata: { name: zone, labels: { [key]: zone, 'orch.io/hostname': zone } } })
    for (const each of pods) state.assume(each, zone)
  }
  const volumes = { refuse: () => null, check: () => null, toBind: () => [] }
  const devices = {
    isWaiting: () => false,
    refuse: () => null,
    check: () => null,
    reserve: () => [],
    release: () => undefined,
    freeable: () => null,
    hasClaims: () => false,
  }
  return { nodes: state.nodes(), volumes, devices, services: () => services, namespaceLabels: () => ({}) }
}

test('[LC65] each pod that a preferred term means adds its weight to its zone', () => {
  const all = clusterOf({ a: [pod('1', 'db'), pod('2', 'db')], b: [pod('3', 'db')], c: [pod('4', 'other')] })
  expect(rateAffinity(pod('new', 'web', { podAffinity: preferring('db', 5) }), all.nodes, all)).toEqual([10, 5, 0])
  expect(rateAffinity(pod('new', 'web', { podAntiAffinity: preferring('db', 5) }), all.nodes, all)).toEqual([
    -10, -5, 0,
  ])
})

test('[LC65] terms of running pods count for the new pod, and what they require counts as one', () => {
  const required = { requiredDuringSchedulingIgnoredDuringExecution: [term('web')] }
  const all = clusterOf({
    a: [pod('1', 'db', { podAffinity: preferring('web', 7) })],
    b: [pod('2', 'db', { podAntiAffinity: preferring('web', 3) })],
    c: [pod('3', 'db', { podAffinity: required })],
  })
  expect(rateAffinity(pod('new', 'web'), all.nodes, all)).toEqual([7, -3, 1])
  expect(rateAffinity(pod('new', 'other'), all.nodes, all)).toEqual([0, 0, 0])
})

test('[LC65] a pod without a controller is spread over the pods of the services that select it', () => {
  const zones = { a: [pod('1', 'web'), pod('2', 'web')], b: [pod('3', 'web')], c: [pod('4', 'other')] }
  const service: Service = { metadata: { name: 's' }, spec: { selector: { app: 'web' } } }
  const all = clusterOf(zones, [service])
  const [a = 0, b = 0, c = 0] = rateSpread(pod('new', 'web'), all.nodes, all)
  expect(a < b && b < c).toBe(true)
  const without = clusterOf(zones)
  expect(rateSpread(pod('new', 'web'), without.nodes, without)).toEqual([0, 0, 0])
})
