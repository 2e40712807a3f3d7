import type { LogEntry } from '#server/storage/log.ts'
import { type EtcdClient, prefixRange } from '#etcd/client/etcd-client.ts'
import type { KeyValue } from '#etcd/client/messages.ts'
import type { EtcdCodec } from '#etcd/codec.ts'
import { GrpcError, grpcCodes } from '#etcd/grpc/grpc-error.ts'
import { entryOfKey } from './to-entry.ts'

const PAGE_KEYS = 2_000
/** Number of newest revisions whose history is read at the start. etcd replays about 10,000 a second. */
const WINDOW_REVISIONS = 5_000
/** etcd answers a request for progress only when it has sent the past, so the request is repeated. */
const PROGRESS_EVERY_MS = 20

/** The state from which a mirror begins to follow etcd. */
export interface EtcdSnapshot {
  readonly entries: readonly LogEntry[]
  /** The revision of the entries. */
  readonly revision: number
  /** Revisions at or below it cannot be read; 0 if the history is whole. */
  readonly compacted: number
  /** The newest revision of etcd before the snapshot was read. */
  readonly newest: number
  readonly clusterId: bigint
}

/**
 * Reads all keys at an older revision, so that the watch from there also brings the recent history. @throws GrpcError
 */
export async function loadSnapshot(client: EtcdClient, codec: EtcdCodec, nowMs: number): Promise<EtcdSnapshot> {
  for (;;) {
    const head = await client.range({ key: codec.prefix, keysOnly: true })
    let revision = Math.max(1, head.revision - WINDOW_REVISIONS)
    const compacted = await compactedFrom(client, codec, revision)
    revision = Math.max(revision, compacted)
    try {
      const kvs = await readAll(client, codec, revision)
      const entries = kvs.flatMap((kv) => entryOfKey(codec, kv, nowMs) ?? [])
      const { clusterId, revision: newest } = head
      return { entries, revision, compacted: revision === 1 ? compacted : revision, newest, clusterId }
    } catch (error) {
      // Compacted meanwhile by another client: begin again.
      if (!isCompacted(error)) throw error
    }
  }
}

const isCompacted = (error: unknown): boolean => error instanceof GrpcError && error.code === grpcCodes.outOfRange

async function readAll(client: EtcdClient, codec: EtcdCodec, revision: number): Promise<readonly KeyValue[]> {
  const all: KeyValue[] = []
  const { key: first, end } = prefixRange(codec.prefix)
  for (let key = first; ;) {
    const { kvs, more } = await client.range({ key, end, revision, limit: PAGE_KEYS })
    all.push(...kvs)
    const last = kvs.at(-1)
    if (!more || last === undefined) return all
    key = `${last.key}\0`
  }
}

/** Returns the compacted revision of etcd if it is `revision` or newer, else 0. */
async function compactedFrom(client: EtcdClient, codec: EtcdCodec, revision: number): Promise<number> {
  try {
    await client.range({ key: codec.prefix, revision, keysOnly: true })
    return 0
  } catch (error) {
    if (!isCompacted(error)) throw error
    return probeCompacted(client, codec, revision)
  }
}

/** Only a watch that etcd cancels tells the compacted revision. */
function probeCompacted(client: EtcdClient, codec: EtcdCodec, startRevision: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const stream = client.openWatch({
      onMessage({ type, compactRevision, watchId }) {
        if (type !== 'canceled' && watchId !== -1) return
        clearInterval(timer)
        stream.close()
        resolve(compactRevision)
      },
      onEnd(error) {
        clearInterval(timer)
        reject(error)
      },
    })
    const timer = setInterval(() => stream.requestProgress(), PROGRESS_EVERY_MS)
    stream.watch({ key: codec.prefix, startRevision, watchId: 1 })
  })
}
