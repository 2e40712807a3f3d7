import { expect, test, vi } from 'vitest'
import type { EtcdClient, WatchMessage } from '#etcd/client/etcd-client.ts'
import { Feed } from './feed.ts'

const [OWN, COMPACTION] = [1, 2]

/** A feed of a client that answers by hand, and what the feed told. */
async function openFeed() {
  const told: string[] = []
  const watches: string[] = []
  const streams: ((message: WatchMessage) => void)[] = []
  const client = {
    range: () => Promise.resolve({ kvs: [], more: false, clusterId: 1n, revision: 5 }),
    openWatch({ onMessage }: { onMessage: (message: WatchMessage) => void }) {
      streams.push(onMessage)
      return {
        watch: ({ startRevision, watchId }: { startRevision: number; watchId: number }) =>
          watches.push(`${watchId} from ${startRevision}`),
        requestProgress: () => undefined,
        close: () => undefined,
      }
    },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the feed calls these two methods only
  const feed = new Feed(
    client as unknown as EtcdClient,
    { prefix: '/a/', clusterId: 1n },
    {
      position: () => 5,
      onEvents: () => told.push('events'),
      onProgress: (revision) => told.push(`progress ${revision}`),
      onCompacted: (revision) => told.push(`compacted ${revision}`),
      onGap: (reason) => told.push(`gap: ${reason}`),
    },
  )
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  const cancel = (watchId: number, compactRevision: number): void =>
    streams.at(-1)?.({
      type: 'canceled',
      watchId,
      compactRevision,
      cancelReason: '',
      events: [],
      revision: 6,
    })
  return { feed, told, watches, streams, cancel }
}

test('[ETC15] a compaction before the watch of the compaction key was served loses no event: both watches begin again', async () => {
  const { feed, told, watches, streams, cancel } = await openFeed()
  cancel(COMPACTION, 4)
  await vi.waitFor(() => expect(streams).toHaveLength(2))
  expect(told).toEqual(['compacted 4'])
  expect(watches).toEqual(['1 from 6', '2 from 6', '1 from 6', '2 from 6'])
  feed.stop()
})

test('[ETC15] a compaction before events of the prefix were received is a gap, and the feed ends', async () => {
  const { told, streams, cancel } = await openFeed()
  cancel(OWN, 8)
  expect(told).toEqual(['gap: etcd was compacted to 8 before its events were received'])
  expect(streams).toHaveLength(1)
})
