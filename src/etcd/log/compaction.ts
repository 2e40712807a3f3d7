import type { Clock } from '#api/clock.ts'
import type { EtcdClient } from '#etcd/client/etcd-client.ts'

/**
 * The key by which all hosts, and the API servers of Kubernetes, agree on compactions: its value is the revision up to
 * which the writer of this version compacts.
 */
export const COMPACT_KEY = 'compact_rev_key'

const encoder = new TextEncoder()

const putOf = (revision: number): { type: 'put'; key: string; value: Uint8Array } => ({
  type: 'put',
  key: COMPACT_KEY,
  value: encoder.encode(String(revision)),
})

/**
 * Compacts etcd at once and returns a revision after the compacted one. The write of the key comes first: it moves the
 * counter on, so that the newest state stays readable by number, and tells the other hosts. @throws GrpcError
 */
export async function compactStore(client: EtcdClient, revision: number): Promise<number> {
  const { kvs } = await client.range({ key: COMPACT_KEY })
  const told = await client.transact({
    compare: [{ target: 'version', key: COMPACT_KEY, equals: kvs[0]?.version ?? 0 }],
    success: [putOf(revision)],
    failure: [],
  })
  await client.compact(revision)
  return told.revision
}

/**
 * Takes part in the compactions that all servers of an etcd share, until it is stopped: every interval the first of them
 * compacts to the revision of the interval before.
 */
export function shareCompactions(
  client: EtcdClient,
  { clock, everyMs, warn }: { clock: Clock; everyMs: number; warn: (message: string) => void },
): () => void {
  let [version, revision] = [0, 0]
  let cancel = (): void => undefined
  const round = async (): Promise<void> => {
    const turn = await client.transact({
      compare: [{ target: 'version', key: COMPACT_KEY, equals: version }],
      success: [putOf(revision)],
      failure: [{ type: 'range', key: COMPACT_KEY }],
    })
    const last = revision
    revision = turn.revision
    version = turn.succeeded ? version + 1 : (turn.kvs[0]?.version ?? 0)
    if (turn.succeeded && last > 0) await client.compact(last)
  }
  const schedule = (): void => {
    cancel = clock.after(everyMs, () => {
      void round()
        .catch((error: unknown) => warn(`etcd was not compacted: ${String(error)}`))
        .finally(schedule)
    })
  }
  schedule()
  return () => cancel()
}
