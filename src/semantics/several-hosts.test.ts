import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import { openEtcdLog } from '#etcd/open-etcd-log.ts'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import type { Log } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { joinElection } from '#server/controllers/leader-election.ts'
import { type EtcdCluster, etcdOfTests, startEtcd } from '#testing/etcd/start-etcd.ts'
import { configMap, configMaps, namesOf, startServer, type TrialServer } from './trial-server.ts'

const authenticator = authenticateAllAs(loopbackAdministrator, 'the test')
const leasePath = '/apis/coordination.orch.io/v1/namespaces/kube-system/leases/orch-controllers'

describe.runIf(etcdOfTests() !== '')('hosts on one etcd', () => {
  let etcd: EtcdCluster
  let hosts: TrialServer[] = []
  const logs: Log[] = []
  const openLog = async (prefix: string): Promise<Log> => {
    const log = await openEtcdLog({
      endpoints: etcd.urls,
      prefix,
      vocabulary: 'orch',
      compactEveryMs: 0,
      clock: systemClock,
      warn: () => undefined,
    })
    logs.push(log)
    return log
  }
  const [one, other] = [(): TrialServer => hosts[0] as TrialServer, (): TrialServer => hosts[1] as TrialServer]

  beforeAll(async () => {
    etcd = await startEtcd()
    hosts = (await Promise.all([1, 2, 3, 4, 5, 6].map(() => openLog('/orchard')))).map((log) => startServer({ log }))
    await Promise.all(hosts.map((host) => host.server.ready))
  })
  afterAll(async () => {
    for (const host of hosts) host.server.close()
    await Promise.all(logs.map((log) => log.close()))
    await etcd.stop()
  })

  test('[ETC3] six hosts that start at once on an empty store all start, and each first object exists once', async () => {
    const lists = await Promise.all(hosts.map((host) => host.get('/api/v1/namespaces')))
    expect(namesOf(lists[0]?.body)).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system'])
    expect(new Set(lists.map((list) => list.text)).size).toBe(1)
    const { body } = await one().get('/apis/flowcontrol.apiserver.orch.io/v1/flowschemas')
    expect(body.items.every((item: { metadata: { generation: number } }) => item.metadata.generation === 1)).toBe(true)
  })

  test('[ETC1] an object has the same resourceVersion everywhere, and pages and watches go on at another host', async () => {
    for (const name of ['a', 'b', 'c']) expect((await one().post(configMaps, configMap(name))).status).toBe(201)
    const [here, there] = await Promise.all([one().get(`${configMaps}/a`), other().get(`${configMaps}/a`)])
    expect(there.text).toBe(here.text)
    const page = await one().get(`${configMaps}?limit=2`)
    const rest = await other().get(`${configMaps}?limit=2&continue=${page.body.metadata.continue}`)
    expect([...namesOf(page.body), ...namesOf(rest.body)]).toEqual(['a', 'b', 'c'])
    expect(rest.body.metadata.resourceVersion).toBe(page.body.metadata.resourceVersion)

    const watching = await other().watch(`${configMaps}?watch=1&resourceVersion=${page.body.metadata.resourceVersion}`)
    await one().patch(`${configMaps}/a`, { data: { k: 'w' } })
    await hosts[2]?.delete(`${configMaps}/b`)
    const events = await watching.next(2)
    expect(events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual(['MODIFIED a', 'DELETED b'])
    await watching.close()
  })

  test('[ETC2] a host answers no read, and refuses no write, by what it knew before another host acknowledged a write', async () => {
    for (let round = 0; round < 40; round += 1) {
      const path = `${configMaps}/fresh-${round}`
      const at = (turn: number): TrialServer => hosts[(round + turn) % 6] as TrialServer
      const created = await at(0).post(configMaps, configMap(`fresh-${round}`))
      const found = await at(1).get(path)
      expect(found.body.metadata.resourceVersion).toBe(created.body.metadata.resourceVersion)
      // By an old state these would be 404 or 409.
      expect((await at(2).put(path, found.body)).status).toBe(200)
      expect((await at(3).delete(path)).status).toBe(200)
      expect((await at(4).post(configMaps, configMap(`fresh-${round}`))).status).toBe(201)
      expect((await at(5).delete(path)).status).toBe(200)
    }
  })

  test('[ETC2] of increments by clients of all hosts none is lost, and a stale one is refused with 409', async () => {
    await one().post(configMaps, configMap('counter', { data: { n: '0' } }))
    const increment = async (host: TrialServer): Promise<void> => {
      for (let status = 409; status === 409;) {
        const { body } = await host.get(`${configMaps}/counter`)
        body.data.n = String(Number(body.data.n) + 1)
        status = (await host.put(`${configMaps}/counter`, body)).status
        expect([200, 409]).toContain(status)
      }
    }
    await Promise.all(hosts.flatMap((host) => [increment(host), increment(host), increment(host)]))
    expect((await other().get(`${configMaps}/counter`)).body.data.n).toBe('18')
  })

  test('[ETC9] services that are created on all hosts at once get addresses and node ports of their own', async () => {
    const create = (name: string, nodePort?: number): object => ({
      metadata: { name },
      spec: { type: 'NodePort', ports: [{ port: 80, ...(nodePort !== undefined && { nodePort }) }] },
    })
    const path = '/api/v1/namespaces/default/services'
    const asked = await Promise.all(hosts.map((host, at) => host.post(path, create(`asked-${at}`, 31_000))))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
    const made = await Promise.all(
      hosts.flatMap((host, at) => [0, 1, 2, 3].map((each) => host.post(path, create(`made-${at}-${each}`)))),
    )
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    await Promise.all(
      hosts.map((host, at) => host.post(path, { metadata: { name: `plain-${at}` }, spec: { ports: [{ port: 80 }] } })),
    )
    const opened = await Promise.all(
      hosts.map((host, at) => host.patch(`${path}/plain-${at}`, { spec: { type: 'NodePort' } })),
    )
    expect(opened.map(({ status }) => status)).toEqual(hosts.map(() => 200))
    const { body } = await one().get(path)
    const specs = body.items.map(({ spec }: { spec: { clusterIP: string; ports: { nodePort: number }[] } }) => spec)
    expect(new Set(specs.map(({ clusterIP }: { clusterIP: string }) => clusterIP)).size).toBe(31)
    expect(new Set(specs.map(({ ports }: { ports: { nodePort: number }[] }) => ports[0]?.nodePort)).size).toBe(31)
  })

  test('[ETC1] a custom type that one host gets is served by the others at once', async () => {
    const crd = {
      metadata: { name: 'trees.garden.example' },
      spec: {
        group: 'garden.example',
        scope: 'Cluster',
        names: { plural: 'trees', kind: 'Tree' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    }
    await one().post('/apis/apiextensions.orch.io/v1/customresourcedefinitions', crd)
    await expect.poll(async () => (await one().get('/apis/garden.example/v1/trees')).status).toBe(200)
    const tree = { apiVersion: 'garden.example/v1', kind: 'Tree', metadata: { name: 'oak' } }
    expect((await other().post('/apis/garden.example/v1/trees', tree)).status).toBe(201)
  })

  test('[ETC4] the controllers run on one host; when it resigns, another host continues', async () => {
    const start = async (): Promise<Orchard> =>
      startOrchard({ log: await openLog('/loops'), clock: systemClock, authenticator, debug: false, isShared: true })
    const orchards = [await start(), await start()]
    const ask = (at: number, path: string, init?: RequestInit): Promise<Response> =>
      (orchards[at] as Orchard).fetch(new Request(`http://test${path}`, init))
    const holder = async (at: number): Promise<string> => {
      const answer = await ask(at, leasePath)
      const { spec } = (await answer.json()) as { spec?: { holderIdentity: string } }
      return spec?.holderIdentity ?? ''
    }
    await expect.poll(() => holder(1)).not.toBe('')
    const first = await holder(1)
    orchards[0]?.close()
    await expect.poll(() => holder(1)).not.toBe(first)
    const headers = { 'content-type': 'application/json' }
    await ask(1, '/api/v1/namespaces', { method: 'POST', headers, body: '{"metadata":{"name":"short"}}' })
    await ask(1, '/api/v1/namespaces/short', { method: 'DELETE' })
    // Only a namespace controller that runs here removes it.
    await expect.poll(async () => (await ask(1, '/api/v1/namespaces/short')).status).toBe(404)
    orchards[1]?.close()
  })
})

test('[ETC4] a leader that falls silent is replaced after 15 seconds of elapsed time, and stops before', async () => {
  const clock = createSimulatedClock()
  clock.setFrozen(true)
  const { server } = startServer({ log: createMemoryLog({ clock }), clock })
  await server.ready
  const silent = new Set<string>()
  const leaders: string[] = []
  let asking = 0
  const join = (identity: string): (() => void) =>
    joinElection({
      host: {
        clock,
        fetch: async (input, init) => {
          if (silent.has(identity)) throw new Error('no connection')
          asking += 1
          return server.fetch(new Request(`http://test${String(input)}`, init)).finally(() => (asking -= 1))
        },
      },
      lease: 'orch-controllers',
      monotonicMs: () => clock.now(),
      identity,
      onElected: () => leaders.push(`${identity} leads`),
      onLost: () => leaders.push(`${identity} stops`),
    })
  /** Waits until every candidate has its answer and has acted on it. */
  const settle = async (): Promise<void> => {
    do for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => void setTimeout(resolve, 0))
    while (asking > 0)
  }
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) {
      clock.advance(1000)
      await settle()
    }
  }
  const ends = [join('one')]
  await settle()
  ends.push(join('two'))
  await pass(10)
  expect(leaders).toEqual(['one leads'])
  silent.add('one')
  await pass(20)
  expect(leaders).toEqual(['one leads', 'one stops', 'two leads'])
  silent.clear()
  await pass(5)
  ends[1]?.()
  await pass(4)
  expect(leaders.slice(3)).toEqual(['two stops', 'one leads'])
  ends[0]?.()
})
