import { expect, test } from 'vitest'
import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import { createClusterState } from './cluster-state.ts'
import { checkSpread } from './topology-spread.ts'

const node = (name: string, zone?: string): Node => ({
  metadata: { name, ...(zone === undefined ? {} : { labels: { zone } }) },
})
const pod = (name: string): Pod => ({
  metadata: { name, uid: name, namespace: 'shop', labels: { app: 'web' } },
  spec: {
    containers: [],
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ],
  },
})

test('[LC64] a hard constraint refuses nodes of a domain that would have too many pods, and nodes without a domain', () => {
  const state = createClusterState()
  for (const each of [node('a', 'east'), node('b', 'west'), node('c')]) state.setNode(each.metadata.name ?? '', each)
  state.assume(pod('first'), 'a')
  const nodes = state.nodes()
  const all = {
    nodes,
    volumes: { refuse: () => null, check: () => null, toBind: () => [] },
    devices: {
      isWaiting: () => false,
      refuse: () => null,
      check: () => null,
      reserve: () => [],
      release: () => undefined,
      freeable: () => null,
      hasClaims: () => false,
    },
    services: () => [],
    namespaceLabels: () => ({}),
  }

  const results = nodes.map((each) => checkSpread(pod('second'), each, all))

  const reason = "node(s) didn't match pod topology spread constraints"
  expect(results).toEqual([
    { plugin: 'PodTopologySpread', reasons: [reason], isFinal: false },
    null,
    { plugin: 'PodTopologySpread', reasons: [`${reason} (missing required label)`], isFinal: true },
  ])
})
