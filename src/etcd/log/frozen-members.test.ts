import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '#api/clock.ts'
import { systemClock } from '#api/system-clock.ts'
import { type LogEntry, StorageError } from '#server/storage/log.ts'
import { EtcdClient } from '#etcd/client/etcd-client.ts'
import { EtcdConnection } from '#etcd/client/etcd-connection.ts'
import { ownCodec } from '#etcd/codec.ts'
import { type EtcdCluster, type EtcdMember, etcdOfTests, startEtcd } from '#testing/etcd/start-etcd.ts'
import { contentOf, put, see, text } from '#testing/log-contract/contract-harness.ts'
import { EtcdLog } from './etcd-log.ts'

const anHour = 3_600_000
const anHourAhead: Clock = { ...systemClock, now: () => systemClock.now() + anHour }

/** Opens a host that asks these members in turn, the first one first. */
const openAt = (members: readonly EtcdMember[], prefix: string, clock: Clock = systemClock): Promise<EtcdLog> =>
  EtcdLog.open({
    client: new EtcdClient(new EtcdConnection({ endpoints: members.map(({ url }) => url) })),
    codec: ownCodec(prefix, ''),
    clock,
    uid: () => crypto.randomUUID(),
    turnKey: `/turns${prefix}`,
  })

/** Writes until it is known that the value is there: a busy machine may need longer than a write waits. */
async function putSurely(log: EtcdLog, key: string, value: string, expected: number): Promise<LogEntry> {
  for (;;)
    try {
      return await put(log, key, value, expected)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      await log.catchUp().catch(() => undefined)
      const live = await log.get(key)
      if (live !== null && text(live) === value) return live
    }
}

describe.runIf(etcdOfTests() !== '')('three members, of which some do not answer', () => {
  let etcd: EtcdCluster
  beforeAll(async () => {
    etcd = await startEtcd(3)
  })
  afterAll(() => etcd.stop())

  test('[ETC5] the host of a frozen member writes and watches by another one, also beside a host whose clock is wrong', async () => {
    const [frozen, ...others] = etcd.members
    if (frozen === undefined) throw new Error('no member')
    const host = await openAt([frozen, ...others], '/frozen/')
    const witness = await openAt(others, '/frozen/', anHourAhead)
    const first = await put(host, 'a', '1')
    const seen = see(host, '', first.revision)
    await frozen.kill('SIGSTOP')
    const second = await putSurely(host, 'a', '2', first.revision)
    await witness.catchUp()
    const third = await put(witness, 'b', '1')
    await expect.poll(() => seen.revisions).toEqual([second.revision, third.revision])
    await frozen.kill('SIGCONT')
    const fourth = await put(host, 'b', '2', third.revision)
    expect(fourth.revision).toBeGreaterThan(third.revision)
    expect(await contentOf(host)).toEqual(['a=2', 'b=2'])
    expect(seen.ended).toBe('no')
    await Promise.all([host.close(), witness.close()])
  }, 60_000)

  test('[ETC5] without a quorum a host serves what it has and its watches; a write waits, and is made once', async () => {
    const [left, ...others] = etcd.members
    if (left === undefined) throw new Error('no member')
    const host = await openAt([left], '/quorum/')
    const first = await put(host, 'a', '1')
    const seen = see(host, '', first.revision)
    await Promise.all(others.map((member) => member.kill('SIGKILL')))
    let isWritten = false
    const writing = putSurely(host, 'a', '2', first.revision).then((entry) => {
      isWritten = true
      return entry
    })
    expect(text(await host.get('a'))).toBe('1')
    expect(await contentOf(host)).toEqual(['a=1'])
    expect([isWritten, seen.ended, seen.events]).toEqual([false, 'no', []])
    await Promise.all(others.map((member) => member.start()))
    const second = await writing
    await expect.poll(() => seen.revisions).toEqual([second.revision])
    expect(await contentOf(host)).toEqual(['a=2'])
    await host.close()
  }, 60_000)
})
