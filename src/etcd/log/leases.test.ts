import { Writer } from 'protobufjs/minimal.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import { EtcdClient } from '#etcd/client/etcd-client.ts'
import { EtcdConnection } from '#etcd/client/etcd-connection.ts'
import { readCount, readId, readInner, readMessage, writeId } from '#etcd/client/messages.ts'
import { ownCodec } from '#etcd/codec.ts'
import { type EtcdCluster, etcdOfTests, startEtcd } from '#testing/etcd/start-etcd.ts'
import { AUTHOR, bytes, contentOf, put, see } from '#testing/log-contract/contract-harness.ts'
import { EtcdLog } from './etcd-log.ts'

describe.runIf(etcdOfTests() !== '')('keys that expire', () => {
  let etcd: EtcdCluster
  let connection: EtcdConnection
  beforeAll(async () => {
    etcd = await startEtcd()
    connection = new EtcdConnection({ endpoints: etcd.urls })
  })
  afterAll(async () => {
    connection.close()
    await etcd.stop()
  })
  const open = (): Promise<EtcdLog> =>
    EtcdLog.open({
      client: new EtcdClient(new EtcdConnection({ endpoints: etcd.urls })),
      codec: ownCodec('/leases/', ''),
      clock: systemClock,
      uid: () => crypto.randomUUID(),
      turnKey: '/turn',
      ttlOf: (key) => (key.startsWith('events/') ? 3_600 : 0),
    })
  const idOf = (id: bigint): Uint8Array => {
    const writer = Writer.create()
    writeId(writer, 1, id)
    return writer.finish()
  }

  /** The leases of etcd: each with its id and its time to live. */
  async function leases(): Promise<readonly { readonly id: bigint; readonly seconds: number }[]> {
    const ids: bigint[] = []
    const answer = await connection.call('/etcdserverpb.Lease/LeaseLeases', new Uint8Array(0))
    readMessage(answer, { 2: (reader) => readInner(reader, { 1: (each) => ids.push(readId(each)) }, ids) }, ids)
    return Promise.all(
      ids.map(async (id) => {
        const answer = await connection.call('/etcdserverpb.Lease/LeaseTimeToLive', idOf(id))
        return readMessage(answer, { 4: (reader, lease) => (lease.seconds = readCount(reader)) }, { id, seconds: 0 })
      }),
    )
  }

  /** Does what etcd does when a lease expires. */
  const end = (id: bigint): Promise<unknown> => connection.call('/etcdserverpb.Lease/LeaseRevoke', idOf(id))

  test('[ETC11] keys of one minute share a lease; when it ends, all hosts see deletions that nobody wrote', async () => {
    const [one, other] = [await open(), await open()]
    const seen = see(other, '', other.revision())
    const kept = await put(one, 'configmaps/a', '1')
    const first = await put(one, 'events/a', '1')
    await put(one, 'events/a', '2', first.revision)
    await put(one, 'events/b', '1')
    const [lease, ...more] = await leases()
    expect([lease?.seconds, more]).toEqual([3_660, []])

    await end(lease?.id ?? 0n)
    await one.catchUp()
    await other.catchUp()
    expect(await contentOf(one)).toEqual(['configmaps/a=1'])
    expect(seen.events.slice(-2)).toEqual(['events/a=null<2', 'events/b=null<1'])
    const gone = (await one.history({ after: kept.revision, limit: 10 })).filter(({ value }) => value === null)
    expect(gone.map(({ author: { actor, host } }) => [actor, host])).toEqual([
      ['', ''],
      ['', ''],
    ])

    // The host does not know yet that its lease is gone.
    const again = await one.append({ key: 'events/c', expected: 0, value: bytes('1'), author: AUTHOR })
    expect(again.type).toBe('written')
    expect((await leases()).map(({ seconds }) => seconds)).toEqual([3_660])
    await Promise.all([one.close(), other.close()])
  })
})
