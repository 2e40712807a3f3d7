import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import { EtcdClient } from '#etcd/client/etcd-client.ts'
import { EtcdConnection } from '#etcd/client/etcd-connection.ts'
import { ownCodec } from '#etcd/codec.ts'
import { type EtcdCluster, etcdOfTests, startEtcd } from '#testing/etcd/start-etcd.ts'
import { startProxy } from '#testing/etcd/tcp-proxy.ts'
import { AUTHOR, contentOf, put, see } from '#testing/log-contract/contract-harness.ts'
import { EtcdLog } from './etcd-log.ts'

const MEGABYTE = 1_000_000

describe.runIf(etcdOfTests() !== '')('faults of etcd', () => {
  let etcd: EtcdCluster
  let small: EtcdCluster
  beforeAll(async () => {
    ;[etcd, small] = await Promise.all([startEtcd(), startEtcd(1, ['--quota-backend-bytes', String(4 * MEGABYTE)])])
  })
  afterAll(() => Promise.all([etcd.stop(), small.stop()]))

  const open = (url: string, prefix: string, warn?: (message: string) => void): Promise<EtcdLog> =>
    EtcdLog.open({
      client: new EtcdClient(new EtcdConnection({ endpoints: [url] })),
      codec: ownCodec(prefix, ''),
      clock: systemClock,
      uid: () => crypto.randomUUID(),
      turnKey: `/turns${prefix}`,
      warn,
    })

  test('[ETC15] a host that was cut off while etcd was compacted reads everything again, and its watches end as compacted', async () => {
    const proxy = await startProxy(etcd.urls[0] ?? '')
    const warnings: string[] = []
    const host = await open(proxy.url, '/compacted/', (message) => warnings.push(message))
    const witness = await open(etcd.urls[0] ?? '', '/compacted/')
    const first = await put(host, 'a', '1')
    const seen = see(host, '', first.revision)
    proxy.setFault('cut')
    const second = await put(witness, 'a', '2', first.revision)
    const third = await put(witness, 'b', '1')
    await witness.compact(third.revision)
    proxy.setFault('pass')

    await expect.poll(() => contentOf(host)).toEqual(['a=2', 'b=1'])
    expect(host.status().disk['reloads']).toBe(1)
    expect([seen.events, seen.ended]).toEqual([[], 'compacted'])
    await expect(host.get('a', second.revision)).rejects.toMatchObject({ code: 'compacted' })
    expect(warnings.join()).toContain('everything is read again')
    expect((await put(host, 'a', '3', second.revision)).revision).toBeGreaterThan(third.revision)
    await Promise.all([host.close(), witness.close()])
    await proxy.close()
  })

  test('[ETC15] a host notices that another etcd answers, such as a restored one, and serves what that has', async () => {
    const proxy = await startProxy(etcd.urls[0] ?? '')
    const host = await open(proxy.url, '/restored/')
    const lost = await put(host, 'a', '1')
    const seen = see(host, '', lost.revision)
    const restored = await open(small.urls[0] ?? '', '/restored/')
    await put(restored, 'b', '1')
    proxy.moveTo(small.urls[0] ?? '')
    proxy.setFault('cut')
    proxy.setFault('pass')

    await expect.poll(() => contentOf(host)).toEqual(['b=1'])
    await host.catchUp()
    expect(host.revision()).toBe(restored.revision())
    expect(seen.ended).toBe('compacted')
    await Promise.all([host.close(), restored.close()])
    await proxy.close()
  })

  test('[ETC15] a full etcd refuses writes with its message, and deletions and reads go on', async () => {
    const host = await open(small.urls[0] ?? '', '/full/')
    const kept = await put(host, 'kept', '1')
    // etcd notices its size some time after it has grown.
    const fill = async (): Promise<void> => {
      for (let at = 0; at < 100; at += 1)
        await host.append({ key: `big-${at}`, expected: 0, value: new Uint8Array(MEGABYTE), author: AUTHOR })
    }
    await expect(fill()).rejects.toMatchObject({ code: 'full', message: expect.stringContaining('space exceeded') })
    expect(host.status().state).toBe('full')
    await host.catchUp()
    expect((await host.get('kept'))?.revision).toBe(kept.revision)
    await put(host, 'kept', null, kept.revision)
    expect(await host.get('kept')).toBeNull()
    await host.close()
  })
})
