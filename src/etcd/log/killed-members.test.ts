import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import { StorageError } from '#server/storage/log.ts'
import { EtcdClient } from '#etcd/client/etcd-client.ts'
import { EtcdConnection } from '#etcd/client/etcd-connection.ts'
import { ownCodec } from '#etcd/codec.ts'
import { type EtcdCluster, etcdOfTests, startEtcd } from '#testing/etcd/start-etcd.ts'
import { see, text, tryPut } from '#testing/log-contract/contract-harness.ts'
import { EtcdLog } from './etcd-log.ts'

const writersPerHost = 6

/** Opens a host whose first endpoint is another member than that of the other hosts. */
const openAt = ({ urls }: EtcdCluster, at: number): Promise<EtcdLog> =>
  EtcdLog.open({
    client: new EtcdClient(new EtcdConnection({ endpoints: [...urls.slice(at), ...urls.slice(0, at)] })),
    codec: ownCodec('/killed/', ''),
    clock: systemClock,
    uid: () => crypto.randomUUID(),
    turnKey: '/turn',
  })

interface Tally {
  /** Increments of each counter that were acknowledged, and those whose outcome stayed unknown. */
  readonly acknowledged: Map<string, number>
  readonly unknown: Map<string, number>
  readonly revisions: number[]
}

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

/** Increments a shared counter by compare-and-swap until it is told to end. */
async function increment(host: EtcdLog, key: string, tally: Tally, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      await host.catchUp()
      const live = await host.get(key)
      const answer = await tryPut(host, key, String(Number(text(live) ?? 0) + 1), live?.revision ?? 0)
      if (answer.type === 'lost') continue
      count(tally.acknowledged, key)
      tally.revisions.push(answer.entry.revision)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      if (error.code === 'unknown') count(tally.unknown, key)
    }
  }
}

/** Kills and restarts every member once, while at most one is down; the others acknowledge increments meanwhile. */
async function killEach({ members }: EtcdCluster, { revisions }: Tally): Promise<void> {
  for (const member of members) {
    await member.kill('SIGKILL')
    const before = revisions.length
    await vi.waitFor(() => expect(revisions.length).toBeGreaterThan(before + writersPerHost), 15_000)
    await member.start()
  }
}

describe.runIf(etcdOfTests() !== '')('three hosts on three members', () => {
  test('[ETC5] while every member is killed once, no increment is lost or done twice, and all watches are equal', async () => {
    const etcd = await startEtcd(3)
    const hosts = await Promise.all([0, 1, 2].map((at) => openAt(etcd, at)))
    const start = Math.max(...hosts.map((host) => host.revision()))
    const watches = hosts.map((host) => see(host, '', start))
    const tally: Tally = { acknowledged: new Map(), unknown: new Map(), revisions: [] }
    let over = false
    const writers = hosts.flatMap((host) =>
      Array.from({ length: writersPerHost }, (_, at) => increment(host, `n${at % 4}`, tally, () => over)),
    )
    await killEach(etcd, tally)
    over = true
    await Promise.all(writers)
    for (const host of hosts) await host.catchUp()

    for (const key of ['n0', 'n1', 'n2', 'n3']) {
      const value = Number(text((await hosts[0]?.get(key)) ?? null))
      const acknowledged = tally.acknowledged.get(key) ?? 0
      expect(acknowledged).toBeGreaterThan(0)
      expect(value).toBeGreaterThanOrEqual(acknowledged)
      expect(value).toBeLessThanOrEqual(acknowledged + (tally.unknown.get(key) ?? 0))
    }
    expect(new Set(tally.revisions).size).toBe(tally.revisions.length)
    const [first, ...others] = watches.map(({ events, revisions, ended }) => ({ events, revisions, ended }))
    for (const seen of others) expect(seen).toEqual(first)
    expect(first?.ended).toBe('no')
    const seenRevisions = new Set(first?.revisions)
    expect(tally.revisions.filter((revision) => !seenRevisions.has(revision))).toEqual([])
    await Promise.all(hosts.map((host) => host.close()))
    await etcd.stop()
  }, 60_000)
})
