import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Writer } from 'protobufjs/minimal.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import { type EtcdCluster, etcdOfTests, freePort, startEtcd } from '#testing/etcd/start-etcd.ts'
import { bytes, contentOf, put } from '#testing/log-contract/contract-harness.ts'
import { EtcdClient, prefixRange } from './client/etcd-client.ts'
import { EtcdConnection } from './client/etcd-connection.ts'
import { toFrame } from './grpc/frames.ts'
import { type EtcdStoreOptions, openEtcdLog } from './open-etcd-log.ts'

const optionsOf = (endpoints: readonly string[], more: Partial<EtcdStoreOptions> = {}): EtcdStoreOptions => ({
  endpoints,
  prefix: '/orchard',
  vocabulary: 'orch',
  compactEveryMs: 0,
  clock: systemClock,
  warn: () => undefined,
  ...more,
})

test('[ETC6] an address where no etcd answers is refused in one sentence with each address and its reason', async () => {
  const port = await freePort()
  await expect(openEtcdLog(optionsOf([`http://127.0.0.1:${port}`]))).rejects.toThrow(
    `etcd cannot be reached at http://127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port}); see --etcd-servers`,
  )
})

test('[ETC6] an etcd that is too old is refused with the versions that are new enough', async () => {
  const old = createServer()
  old.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    stream.end(toFrame(Writer.create().uint32(18).string('3.4.23').finish()))
  })
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
  const { port } = old.address() as AddressInfo
  await expect(openEtcdLog(optionsOf([`http://127.0.0.1:${port}`]))).rejects.toThrow(
    'etcd 3.4.23 is too old; 3.4.31, 3.5.13 or newer is needed',
  )
  await new Promise((resolve) => old.close(resolve))
})

describe.runIf(etcdOfTests() !== '')('a store in etcd', () => {
  let etcd: EtcdCluster
  let client: EtcdClient
  beforeAll(async () => {
    etcd = await startEtcd()
    client = new EtcdClient(new EtcdConnection({ endpoints: etcd.urls }))
  })
  afterAll(async () => {
    client.close()
    await etcd.stop()
  })
  const keysUnder = async (prefix: string): Promise<readonly string[]> =>
    (await client.range({ ...prefixRange(prefix), keysOnly: true })).kvs.map(({ key }) => key)
  const plant = (key: string, value: string): Promise<unknown> =>
    client.transact({
      compare: [{ target: 'version', key, equals: 0 }],
      success: [{ type: 'put', key, value: bytes(value) }],
      failure: [],
    })

  test('[ETC6] a prefix with keys of another program is refused, and nothing is written', async () => {
    await plant('/foreign/pods/a', 'k8s')
    await expect(openEtcdLog(optionsOf(etcd.urls, { prefix: '/foreign' }))).rejects.toThrow(
      'etcd holds keys under /foreign/ that Orchard has not written, such as /foreign/pods/a; choose another --etcd-prefix',
    )
    expect(await keysUnder('/foreign/')).toEqual(['/foreign/pods/a'])
  })

  test('[ETC6] a store in the other vocabulary, or of an unknown format, is refused, and nothing is written', async () => {
    const prefix = '/words'
    const log = await openEtcdLog(optionsOf(etcd.urls, { prefix }))
    await log.close()
    const before = (await client.range({ key: prefix })).revision
    await expect(openEtcdLog(optionsOf(etcd.urls, { prefix, vocabulary: 'kubernetes' }))).rejects.toThrow(
      '/words in etcd holds objects with the names of orch: add --vocabulary orch, or choose another --etcd-prefix',
    )
    await plant('/newer/store', '{"format":9}')
    await expect(openEtcdLog(optionsOf(etcd.urls, { prefix: '/newer' }))).rejects.toThrow(
      '/newer/store in etcd holds "{\\"format\\":9}", which this version does not know; choose another --etcd-prefix',
    )
    expect((await client.range({ key: prefix })).revision).toBe(before + 1)
  })

  test('[ETC6] hosts claim an empty prefix together, and an unreachable member is passed over', async () => {
    const dead = `http://127.0.0.1:${await freePort()}`
    const options = optionsOf([dead, ...etcd.urls], { prefix: '/many' })
    const logs = await Promise.all([1, 2, 3, 4].map(() => openEtcdLog(options)))
    const [first, ...others] = logs
    if (first !== undefined) await put(first, '/registry/configmaps/default/a', '1')
    for (const log of others) {
      await log.catchUp()
      expect(await contentOf(log)).toEqual(['/registry/configmaps/default/a=1'])
    }
    expect(await keysUnder('/many/')).toEqual(['/many/registry/configmaps/default/a', '/many/store'])
    await Promise.all(logs.map((log) => log.close()))
  })

  test('[ETC7] hosts that share compactions compact once an interval, to the revision of the interval before', async () => {
    const options = optionsOf(etcd.urls, { prefix: '/window', compactEveryMs: 150 })
    const [one, other] = await Promise.all([openEtcdLog(options), openEtcdLog(options)])
    const { revision } = await put(one, '/registry/configmaps/default/a', '1')
    await expect.poll(() => Math.min(one.compacted(), other.compacted())).toBeGreaterThanOrEqual(revision)
    await expect(other.get('/registry/configmaps/default/a', revision)).rejects.toMatchObject({ code: 'compacted' })
    await one.catchUp()
    expect(await contentOf(one)).toEqual(['/registry/configmaps/default/a=1'])
    await Promise.all([one.close(), other.close()])
  })
})
