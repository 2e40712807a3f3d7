import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '#api/json.ts'
import { systemClock } from '#api/system-clock.ts'
import { EtcdClient } from '#etcd/client/etcd-client.ts'
import { EtcdConnection } from '#etcd/client/etcd-connection.ts'
import type { KeyValue } from '#etcd/client/messages.ts'
import { openEtcdLog } from '#etcd/open-etcd-log.ts?vocabulary=kubernetes'
import { referenceCodec } from '#etcd/reference/reference-codec.ts?vocabulary=kubernetes'
import { configMap, configMaps, startServer, type TrialServer } from '#semantics/trial-server.ts?vocabulary=kubernetes'
import { loadProtobuf } from '#server/serializer/load-protobuf.ts?vocabulary=kubernetes'
import { encodeProtobuf } from '#server/serializer/encode.ts?vocabulary=kubernetes'
import { encodeObject } from '#server/storage/encoded-object.ts'
import type { Log } from '#server/storage/log.ts'
import { type EtcdCluster, etcdOfTests, startEtcd } from '#testing/etcd/start-etcd.ts'
import { startProxy } from '#testing/etcd/tcp-proxy.ts'
import { AUTHOR, bytes, see } from '#testing/log-contract/contract-harness.ts'

/** A ConfigMap as the original stores it. */
const storedMap = (name: string, k: string): { [name: string]: Json } => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', uid: `uid-${name}`, creationTimestamp: '2026-01-01T00:00:00Z' },
  data: { k },
})

describe.runIf(etcdOfTests() !== '')('a host on the keys and values of the original', () => {
  let etcd: EtcdCluster
  let client: EtcdClient
  let log: Log
  let host: TrialServer

  const open = async (
    endpoints = etcd.urls,
    prefix = '/registry',
    storageMediaType: 'json' | 'protobuf' = 'json',
  ): Promise<Log> =>
    openEtcdLog({
      endpoints,
      prefix,
      vocabulary: 'kubernetes',
      compactEveryMs: 0,
      clock: systemClock,
      warn: () => undefined,
      foreignCodec: await referenceCodec({ prefix, storageMediaType }),
    })
  const stored = async (key: string): Promise<KeyValue | undefined> => (await client.range({ key })).kvs[0]
  /** Writes as the original does: one key, if nobody else has changed it. */
  const plant = async (key: string, value: Uint8Array | null): Promise<number> => {
    const equals = (await stored(key))?.modRevision ?? 0
    const operation = value === null ? ({ type: 'delete', key } as const) : ({ type: 'put', key, value } as const)
    return (await client.transact({ compare: [{ target: 'mod', key, equals }], success: [operation], failure: [] }))
      .revision
  }

  beforeAll(async () => {
    etcd = await startEtcd()
    client = new EtcdClient(new EtcdConnection({ endpoints: etcd.urls }))
    await loadProtobuf()
    await plant('/registry/configmaps/default/old', encodeProtobuf(storedMap('old', '1')))
    await plant('/registry/masterleases/10.0.0.1', bytes('k8s\0lease'))
    await plant('/registry/ranges/servicenodeports', bytes('k8s\0range'))
    log = await open()
    host = startServer({ log })
    await host.server.ready
  })
  afterAll(async () => {
    host.server.close()
    await log.close()
    client.close()
    await etcd.stop()
  })

  test('[ETC12] it serves what the original wrote at its revision, and the original finds what it writes', async () => {
    const key = '/registry/configmaps/default/old'
    const before = await stored(key)
    const { body } = await host.get(`${configMaps}/old`)
    expect(body).toEqual({
      ...storedMap('old', '1'),
      metadata: { ...(body.metadata as object), uid: 'uid-old', resourceVersion: String(before?.modRevision) },
    })

    const changed = await host.patch(`${configMaps}/old`, { data: { k: '2' } })
    const after = await stored(key)
    expect(changed.body.metadata.resourceVersion).toBe(String(after?.modRevision))
    const text = new TextDecoder().decode(after?.value)
    const { resourceVersion: _version, ...metadata } = changed.body.metadata as { resourceVersion: string }
    expect(text).toBe(`${JSON.stringify({ ...changed.body, metadata })}\n`)
    expect((await stored('/registry/namespaces/default'))?.value[0]).toBe('{'.charCodeAt(0))
    expect(await stored('/registry/store')).toBeUndefined()
  })

  test('[ETC12] a watch has the writes of the original, and nothing of keys that are no objects', async () => {
    const watch = await host.watch(`${configMaps}?watch=1&resourceVersion=${host.log.revision()}`)
    await plant('/registry/ranges/servicenodeports', bytes('k8s\0other'))
    const created = await plant('/registry/configmaps/default/seen', encodeProtobuf(storedMap('seen', '1')))
    const changed = await plant('/registry/configmaps/default/seen', encodeObject(storedMap('seen', '2') as never))
    await plant('/registry/configmaps/default/seen', null)
    const events = await watch.next(3)
    expect(events.map(({ type, object }) => [type, object['data']])).toEqual([
      ['ADDED', { k: '1' }],
      ['MODIFIED', { k: '2' }],
      ['DELETED', { k: '2' }],
    ])
    expect(events.slice(0, 2).map(({ object }) => object.metadata.resourceVersion)).toEqual([
      `${created}`,
      `${changed}`,
    ])
    await watch.close()
  })

  test('[ETC12] hosts that write JSON and protobuf answer the same bytes', async () => {
    const otherLog = await open(etcd.urls, '/registry', 'protobuf')
    const other = startServer({ log: otherLog })
    await other.server.ready
    await other.post(configMaps, configMap('binary'))
    expect(Buffer.from((await stored('/registry/configmaps/default/binary'))?.value ?? []).toString('latin1')).toMatch(
      /^k8s\0/,
    )
    for (const path of [configMaps, '/api/v1/namespaces', '/apis/rbac.authorization.k8s.io/v1/clusterroles'])
      expect((await other.get(path)).text).toBe((await host.get(path)).text)
    other.server.close()
    await otherLog.close()
  })

  test('[ETC14] a value that cannot be read fails the list and ends the watch of its type only, until it is gone', async () => {
    const secrets = '/api/v1/namespaces/default/secrets'
    const watch = await host.watch(`${secrets}?watch=1&resourceVersion=${host.log.revision()}`)
    await plant('/registry/secrets/default/odd', bytes('{"kind":"Secret","apiVersion":"v7","metadata":{"name":"odd"}}'))
    const [event] = await watch.next(1)
    expect([event?.type, (event?.object as { code?: number } | undefined)?.code]).toEqual(['ERROR', 500])
    const refused = await host.get(secrets)
    expect([refused.status, refused.body.message]).toEqual([
      500,
      'Internal error occurred: /registry/secrets/default/odd in etcd cannot be read: no kind "Secret" is registered for version "v7" at this key',
    ])
    expect((await host.get(`${secrets}/odd`)).status).toBe(500)
    expect((await host.get(configMaps)).status).toBe(200)
    await plant('/registry/secrets/default/odd', null)
    expect((await host.get(secrets)).status).toBe(200)
  })

  test('[ETC14] a store with encrypted values, and one of the own codec, are refused, and nothing is written', async () => {
    await plant('/locked/secrets/default/a', bytes('k8s:enc:aescbc:v1:key1:xyz'))
    await expect(open(etcd.urls, '/locked')).rejects.toThrow(
      'etcd holds encrypted values, which Orchard cannot read, under /locked/',
    )
    const revision = await plant('/own/store', bytes('{"format":1,"vocabulary":"kubernetes"}'))
    await expect(open(etcd.urls, '/own')).rejects.toThrow(
      '/own in etcd holds a store of --etcd-codec own: start without --etcd-codec reference, or choose another --etcd-prefix',
    )
    expect((await client.range({ key: '/' })).revision).toBe(revision)
  })

  test('[ETC5] without notes too, writes whose answers are lost take effect once, and their author knows them', async () => {
    const proxy = await startProxy(etcd.urls[0] ?? '')
    const lame = await open([proxy.url])
    const seen = see(log, '/registry/configmaps/default/lost', log.revision())
    const write = (name: string, k: string | null, expected: Parameters<Log['append']>[0]['expected']) =>
      lame.append({
        key: `/registry/configmaps/default/${name}`,
        expected,
        value: k === null ? null : encodeObject(storedMap(name, k) as never),
        author: AUTHOR,
      })
    const gone = await write('lost-gone', '1', 0)
    proxy.setFault('swallow')
    const writes = [
      write('lost-new', '1', 0),
      write('lost-gone', null, gone.type === 'written' ? gone.entry.revision : 0),
    ]
    await expect.poll(() => seen.events.length).toBe(3)
    proxy.setFault('cut')
    proxy.setFault('pass')
    const answers = await Promise.all(writes)
    expect(answers.map((answer) => (answer.type === 'written' ? answer.entry.author : answer))).toEqual([
      AUTHOR,
      AUTHOR,
    ])
    await log.catchUp()
    expect(seen.events.length).toBe(3)
    await lame.close()
    await proxy.close()
  })
})
