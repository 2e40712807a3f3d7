import { afterEach, expect, test } from 'vitest'
import { formatTime } from '#api/time.ts'
import { startCluster } from './life-cluster.ts'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

interface Seen {
  readonly items: readonly {
    readonly metadata: { readonly name: string }
    readonly spec: { readonly taints?: readonly { readonly effect: string }[] }
  }[]
}

/** Starts the node lifecycle controller with nodes that are heard of only when a test reports them. */
async function startNodes(names: readonly string[]) {
  const { clock, send } = await startLife({ runs: (name) => name === 'node-lifecycle', nodes: 0 })
  const report = async (name: string) => {
    const now = formatTime(clock.now())
    const ready = { type: 'Ready', status: 'True', lastHeartbeatTime: now, lastTransitionTime: now }
    const headers = { 'content-type': 'application/strategic-merge-patch+json' }
    await send('PATCH', `/api/v1/nodes/${name}/status`, { status: { conditions: [ready] } }, headers)
  }
  for (const name of names) {
    const labels = { 'topology.orch.io/zone': name.charAt(0) }
    await send('POST', '/api/v1/nodes', { metadata: { name, labels } })
    await report(name)
  }
  return {
    /** Lets time pass, in which these nodes report every ten seconds. */
    async pass(seconds: number, reporting: readonly string[]) {
      for (let at = 0; at < seconds; at += 10) {
        for (const name of reporting) await report(name)
        await clock.runUntil(clock.now() + 10_000)
      }
    },
    /** The nodes whose pods are evicted. */
    async tainted() {
      const { items } = (await (await send('GET', '/api/v1/nodes')).json()) as Seen
      return items
        .filter(({ spec }) => spec.taints?.some(({ effect }) => effect === 'NoExecute'))
        .map(({ metadata }) => metadata.name)
    },
  }
}

test('[LC112] if no node of any zone reports, none is tainted, and taints are taken back until one is heard of', async () => {
  const { pass, tainted } = await startNodes(['a1', 'b1'])
  await pass(80, ['b1'])
  expect(await tainted()).toEqual(['a1'])
  await pass(80, [])
  expect(await tainted()).toEqual([])
  await pass(40, ['b1'])
  expect(await tainted()).toEqual(['a1'])
})

test('[LC112] in a small zone of which most nodes are silent, no further node is tainted', async () => {
  const silent = ['a1', 'a2', 'a3']
  const { pass, tainted } = await startNodes([...silent, 'a4', 'b1'])
  await pass(120, ['a4', 'b1'])
  expect(await tainted()).toEqual([])
  await pass(60, ['a3', 'a4', 'b1'])
  expect(await tainted()).toEqual(['a1', 'a2'])
})

test('[LC92] pods of a lost node are evicted after the five minutes that admission lets them tolerate, and run elsewhere', async () => {
  const { send, list, pass, events } = await startCluster(3)
  interface Running {
    readonly metadata: { readonly name: string; readonly uid: string; readonly deletionTimestamp?: string }
    readonly spec: { readonly nodeName: string }
    readonly status: {
      readonly phase: string
      readonly conditions: readonly { readonly type: string; readonly reason?: string }[]
    }
  }
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'app:1' }] } }
  const spec = { replicas: 3, selector: { matchLabels: { app: 'web' } }, template }
  await send('POST', '/apis/apps/v1/namespaces/default/deployments', { metadata: { name: 'web' }, spec })
  await pass(5000)
  const pods = () => list<Running>('/api/v1/namespaces/default/pods')
  const lost = (await pods())[0]?.spec.nodeName ?? ''
  const going = async () => (await pods()).filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
  await send('POST', `/debug/controllers/${lost}`, { silent: true })
  // The node is declared lost within a minute; its taint begins the five minutes.
  await pass(330_000)
  expect(await going()).toEqual([])
  await pass(60_000)
  const evicted = await going()
  expect(evicted.length).toBeGreaterThan(0)
  for (const { spec: on, status } of evicted) {
    expect(on.nodeName).toBe(lost)
    expect(status.conditions.find(({ type }) => type === 'DisruptionTarget')?.reason).toBe('DeletionByTaintManager')
  }
  const others = (await pods()).filter(({ spec: on }) => on.nodeName !== lost)
  expect(others.filter(({ status }) => status.phase === 'Running')).toHaveLength(3)
  const said = (await events()).filter(({ reason }) => reason === 'TaintManagerEviction')
  expect(said.map(({ message }) => message).toSorted()).toEqual(
    evicted.map(({ metadata }) => `Marking for deletion Pod default/${metadata.name}`).toSorted(),
  )
})
