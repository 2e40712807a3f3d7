import type { Clock } from '#api/clock.ts'
import type { Log } from '#server/storage/log.ts'
import { EtcdClient, prefixRange } from './client/etcd-client.ts'
import { EtcdConnection } from './client/etcd-connection.ts'
import { type EtcdCodec, ownCodec } from './codec.ts'
import { GrpcError } from './grpc/grpc-error.ts'
import type { TlsFiles } from './grpc/grpc-session.ts'
import { shareCompactions } from './log/compaction.ts'
import { EtcdLog } from './log/etcd-log.ts'

export interface EtcdStoreOptions {
  /** Addresses of members, at least one. */
  readonly endpoints: readonly string[]
  readonly tls?: TlsFiles | undefined
  /** The beginning of all keys of the store, without a slash at its end. */
  readonly prefix: string
  /** The names of the objects in the store. */
  readonly vocabulary: string
  /**
   * Translates to the keys and values of another program, which has its own objects under the prefix. Default: the store is
   * Orchard's own, and its prefix is claimed for it.
   */
  readonly foreignCodec?: EtcdCodec
  /** The name of this host among those of the store. */
  readonly host?: string
  /** The interval of compactions; 0 leaves them to others. */
  readonly compactEveryMs: number
  /** Returns the number of seconds after which a written key expires; 0 for never. Default: never. */
  readonly ttlOf?: (key: string) => number
  readonly clock: Clock
  readonly warn: (message: string) => void
}

/** All keys of logs begin with it; the prefix of the store replaces it. */
const ROOT = '/registry/'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Opens the log on etcd, and claims the prefix for it if it is empty. @throws Error in one sentence if no member can be
 * reached, etcd is too old, or the prefix belongs to something else; nothing is written then
 */
export async function openEtcdLog(options: EtcdStoreOptions): Promise<Log> {
  const { clock, warn, compactEveryMs, prefix, foreignCodec } = options
  const client = new EtcdClient(new EtcdConnection(options))
  try {
    refuseOld(await reach(client, options.endpoints))
    await (foreignCodec === undefined ? claim(client, options) : compareForeign(client, prefix))
    const stopCompactions =
      compactEveryMs === 0 ? () => undefined : shareCompactions(client, { clock, everyMs: compactEveryMs, warn })
    const codec = foreignCodec ?? ownCodec(`${prefix}${ROOT}`, ROOT, options.host)
    return await EtcdLog.open({
      client,
      codec,
      clock,
      warn,
      uid: () => crypto.randomUUID(),
      // Nothing of ours lies among the keys of another program.
      turnKey: foreignCodec === undefined ? `${prefix}/turn` : `/orchard-turn${prefix}`,
      ttlOf: options.ttlOf,
      onClose: stopCompactions,
    })
  } catch (error) {
    client.close()
    throw error
  }
}

/** Returns the version of the first member that answers. */
async function reach(client: EtcdClient, endpoints: readonly string[]): Promise<string> {
  const failures: string[] = []
  for (const _ of endpoints) {
    const { endpoint } = client
    try {
      // Each failure makes the next call use the next member.
      return await client.version()
    } catch (error) {
      // Messages of the TLS library end with a line feed.
      const reason = error instanceof Error ? error.message : String(error)
      failures.push(`${endpoint} (${reason.replaceAll(/\s+/g, ' ').trim()})`)
      if (error instanceof GrpcError && error.isRefusal) break
    }
  }
  throw new Error(`etcd cannot be reached at ${failures.join(', ')}; see --etcd-servers`)
}

/**
 * Older versions may report progress before they have sent the events up to it, so reads would miss writes of other
 * hosts. @throws Error
 */
function refuseOld(version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  const isNew = major > 3 || minor > 5 || (minor === 5 && patch >= 13) || (minor === 4 && patch >= 31)
  if (major < 3 || !isNew) throw new Error(`etcd ${version} is too old; 3.4.31, 3.5.13 or newer is needed`)
}

/**
 * Records in the store what its objects are written in. The first host claims an empty prefix; the others compare.
 * @throws Error
 */
async function claim(client: EtcdClient, { prefix, vocabulary }: EtcdStoreOptions): Promise<void> {
  const key = `${prefix}/store`
  const wanted = JSON.stringify({ format: 1, vocabulary })
  const known = (await client.range({ key })).kvs[0]
  if (known !== undefined) return compareStores(decoder.decode(known.value), { wanted, prefix, vocabulary })
  const others = await client.range({ ...prefixRange(`${prefix}/`), limit: 1, keysOnly: true })
  const [first] = others.kvs
  if (first !== undefined && first.key !== key)
    throw new Error(
      `etcd holds keys under ${prefix}/ that Orchard has not written, such as ${first.key}; choose another --etcd-prefix`,
    )
  const claimed = await client.transact({
    compare: [{ target: 'version', key, equals: 0 }],
    success: [{ type: 'put', key, value: encoder.encode(wanted) }],
    failure: [{ type: 'range', key }],
  })
  const winner = claimed.kvs[0]
  if (winner !== undefined) compareStores(decoder.decode(winner.value), { wanted, prefix, vocabulary })
}

/** Nothing is written into a foreign store to claim it. @throws Error if it is a store of the own codec */
async function compareForeign(client: EtcdClient, prefix: string): Promise<void> {
  const own = await client.range({ key: `${prefix}/store`, keysOnly: true })
  if (own.kvs.length > 0)
    throw new Error(
      `${prefix} in etcd holds a store of --etcd-codec own: start without --etcd-codec reference, or choose another --etcd-prefix`,
    )
}

function compareStores(
  found: string,
  { wanted, prefix, vocabulary }: { wanted: string; prefix: string; vocabulary: string },
): void {
  if (found === wanted) return
  const other = /"vocabulary":"([a-z]+)"/.exec(found)?.[1] ?? ''
  throw new Error(
    other === '' || other === vocabulary
      ? `${prefix}/store in etcd holds ${JSON.stringify(found.slice(0, 80))}, which this version does not know; choose another --etcd-prefix`
      : `${prefix} in etcd holds objects with the names of ${other}: add --vocabulary ${other}, or choose another --etcd-prefix`,
  )
}
