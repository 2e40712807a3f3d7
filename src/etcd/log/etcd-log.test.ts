import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import { EtcdClient } from '#etcd/client/etcd-client.ts'
import { EtcdConnection } from '#etcd/client/etcd-connection.ts'
import { ownCodec } from '#etcd/codec.ts'
import { type EtcdCluster, etcdOfTests, startEtcd } from '#testing/etcd/start-etcd.ts'
import { startProxy } from '#testing/etcd/tcp-proxy.ts'
import { at, AUTHOR, bytes, contentOf, put, see, text, tryPut } from '#testing/log-contract/contract-harness.ts'
import { logContract } from '#testing/log-contract/log-contract.ts'
import { EtcdLog } from './etcd-log.ts'

const hasEtcd = etcdOfTests() !== ''

describe.runIf(hasEtcd)('the log on etcd', () => {
  let etcd: EtcdCluster
  let count = 0
  const open = (prefix: string, endpoints = etcd.urls): Promise<EtcdLog> =>
    EtcdLog.open({
      client: new EtcdClient(new EtcdConnection({ endpoints })),
      codec: ownCodec(prefix, ''),
      clock: systemClock,
      uid: () => crypto.randomUUID(),
      turnKey: `/turns${prefix}`,
    })
  const freshPrefix = (): string => `/case-${(count += 1)}/`

  beforeAll(async () => {
    etcd = await startEtcd()
  })
  afterAll(() => etcd.stop())

  test.each(logContract({ reopen: true, refuse: false, isShared: true }))('$name', async ({ run }) => {
    const prefix = freshPrefix()
    let log = await open(prefix)
    await run({
      log,
      isShared: true,
      async reopen() {
        await log.close()
        log = await open(prefix)
        return log
      },
    })
    await log.close()
  })

  test('[ETC1] two hosts have the same entries, authors of values included, and their watches the same events', async () => {
    const prefix = freshPrefix()
    const [one, other] = [await open(prefix), await open(prefix)]
    const start = one.revision()
    const [seenByOne, seenByOther] = [see(one, '', start), see(other, '', start)]
    const first = await put(one, 'a', '1')
    await other.catchUp()
    expect(await other.get('a')).toEqual(first)
    const second = await put(other, 'a', '2', first.revision)
    await put(other, 'b', null, (await put(other, 'b', '1')).revision)
    await one.catchUp()

    expect(await one.get('a')).toEqual({ ...second, author: AUTHOR })
    expect(await contentOf(one, first.revision)).toEqual(['a=1'])
    expect(seenByOne.events).toEqual(['a=1<null', 'a=2<1', 'b=1<null', 'b=null<1'])
    expect([seenByOther.events, seenByOther.revisions]).toEqual([seenByOne.events, seenByOne.revisions])
    await Promise.all([one.close(), other.close()])
  })

  test('[ETC2] after catching up, a host reads everything that another host has acknowledged, and no increment is lost', async () => {
    const prefix = freshPrefix()
    const hosts = await Promise.all([open(prefix), open(prefix), open(prefix)])
    const [one] = hosts as [EtcdLog, EtcdLog, EtcdLog]
    await put(one, 'n', '0')
    const increment = async (host: EtcdLog): Promise<void> => {
      for (;;) {
        await host.catchUp()
        const live = await host.get('n')
        const answer = await tryPut(host, 'n', String(Number(text(live)) + 1), live?.revision ?? 0)
        if (answer.type === 'written') break
      }
    }
    await Promise.all(hosts.map(async (host) => [await increment(host), await increment(host), await increment(host)]))
    for (const host of hosts) {
      await host.catchUp()
      expect(text(await host.get('n'))).toBe('9')
      await host.close()
    }
  })

  test('[ETC7] a host hears the compaction of another: older revisions end, the newest state stays readable by number', async () => {
    const prefix = freshPrefix()
    const [one, other] = [await open(prefix), await open(prefix)]
    const first = await put(one, 'a', '1')
    const second = await put(one, 'a', '2', first.revision)
    await one.compact(second.revision)
    await expect.poll(() => other.compacted()).toBe(second.revision)
    await expect.poll(() => other.revision()).toBeGreaterThan(second.revision)
    await expect(other.get('a', first.revision)).rejects.toMatchObject({ code: 'compacted' })
    expect(await contentOf(other, other.revision())).toEqual(['a=2'])
    await Promise.all([one.close(), other.close()])
  })

  test('[ETC5] writes whose answers are lost are repeated and take effect once', async () => {
    const proxy = await startProxy(etcd.urls[0] ?? '')
    const prefix = freshPrefix()
    const [host, witness] = [await open(prefix, [proxy.url]), await open(prefix)]
    const start = witness.revision()
    const seen = see(host, '', start)
    const kept = await put(host, 'kept', '1')
    const gone = await put(host, 'gone', '1')
    proxy.setFault('swallow')
    const writes = [
      put(host, 'new', '1'),
      put(host, 'kept', '2', kept.revision),
      put(host, 'gone', null, gone.revision),
    ]
    // The witness sees that etcd has them, although nobody was told.
    await expect.poll(async () => [await witness.catchUp(), await contentOf(witness)][1]).toEqual(['kept=2', 'new=1'])
    // Another host overwrites one of them before its writer learns that it had won.
    const theirs = await put(witness, 'new', '2', (await witness.get('new'))?.revision ?? 0)
    proxy.setFault('cut')
    proxy.setFault('pass')
    const entries = await Promise.all(writes)

    expect(entries.map((entry) => text(entry))).toEqual(['1', '2', null])
    await host.catchUp()
    expect(await contentOf(host)).toEqual(['kept=2', 'new=2'])
    expect((await host.get('new'))?.revision).toBe(theirs.revision)
    expect(seen.events.toSorted()).toEqual(
      ['gone=1<null', 'gone=null<1', 'kept=1<null', 'kept=2<1', 'new=1<null', 'new=2<1'].toSorted(),
    )
    await Promise.all([host.close(), witness.close()])
    await proxy.close()
  })

  test('[ETC5] a watch goes on without a gap after its connection was cut', async () => {
    const proxy = await startProxy(etcd.urls[0] ?? '')
    const prefix = freshPrefix()
    const [host, witness] = [await open(prefix, [proxy.url]), await open(prefix)]
    const seen = see(host, '', witness.revision())
    for (let round = 0; round < 5; round += 1) {
      await put(witness, `k${round}`, '1')
      proxy.setFault('cut')
      await put(witness, `l${round}`, '1')
      proxy.setFault('pass')
      await host.catchUp()
    }
    expect(seen.events).toEqual([0, 1, 2, 3, 4].flatMap((round) => [`k${round}=1<null`, `l${round}=1<null`]))
    expect(seen.ended).toBe('no')
    await Promise.all([host.close(), witness.close()])
    await proxy.close()
  })

  test('[ETC9] of hosts that chose a value in the same turn one writes; writes of one host do not outrun each other', async () => {
    const prefix = freshPrefix()
    const [one, other] = [await open(prefix), await open(prefix)]
    const [mine, theirs] = await Promise.all([one.beginTurn(), other.beginTurn()])
    const write = (log: EtcdLog, key: string, turn: number): ReturnType<typeof log.append> =>
      log.append({ key, expected: 0, value: bytes('1'), author: AUTHOR, turn })
    const own = await Promise.all(['a', 'b', 'c'].map((key) => write(one, key, mine)))
    expect(own.map(({ type }) => type)).toEqual(['written', 'written', 'written'])
    await expect(write(other, 'd', theirs)).rejects.toMatchObject({ code: 'outrun' })
    expect((await write(other, 'a', await other.beginTurn())).type).toBe('lost')
    expect((await write(other, 'd', await other.beginTurn())).type).toBe('written')
    expect(await contentOf(other)).toEqual(['a=1', 'b=1', 'c=1', 'd=1'])
    await Promise.all([one.close(), other.close()])
  })

  test('[ETC8] a value that etcd refuses as too large is an error, and one that another program wrote is read as it is', async () => {
    const log = await open('/plain/')
    const large = { key: 'large', expected: 0 as const, value: new Uint8Array(1_600_000), author: AUTHOR }
    await expect(log.append(large)).rejects.toMatchObject({ code: 'too-large' })
    const client = new EtcdClient(new EtcdConnection({ endpoints: etcd.urls }))
    await client.transact({
      compare: [{ target: 'version', key: '/plain/x', equals: 0 }],
      success: [{ type: 'put', key: '/plain/x', value: bytes('line\n{"no":"note"}') }],
      failure: [],
    })
    client.close()
    await log.catchUp()
    expect(text(await log.get('x', at(log.revision())))).toBe('line\n{"no":"note"}')
    await log.close()
  })
})
