import { isObject, type Json } from '#api/json.ts'
import { copyCount, copyName, originalName } from '#samples/ten-thousand/story.ts'
import type { Sample, SampleLog, SampleWrite } from '#server/debug/samples.ts'
import { ownPart, type PreparedLog, sampleOf, withOwnOf } from './prepared-log.ts'

/** Loads the prepared logs when they are first needed. */
export interface PreparedLogs {
  readonly bookShop: () => Promise<PreparedLog>
  readonly stuckNamespace: () => Promise<PreparedLog>
  readonly tenThousand: () => Promise<PreparedLog>
}

type Uid = () => string

/** Number of the last writes of a generated sample that the history keeps. */
const keptWrites = 60

const deployment = (name: string) => ({ resourceId: 'apps.v1.deployments', namespace: 'shop', name })
const namespaceNamed = (name: string) => ({ resourceId: 'v1.namespaces', namespace: '', name })

/** Returns a copy of a stored object under another name. */
function copyOf(original: SampleWrite, name: string, uid: Uid): SampleWrite {
  const value = JSON.parse(new TextDecoder().decode(original.value ?? undefined)) as Json
  if (!isObject(value) || !isObject(value['metadata'])) return original
  const copy = { ...value, metadata: { ...value['metadata'], name, uid: uid() } }
  return {
    ...original,
    key: original.key.slice(0, -originalName.length) + name,
    value: new TextEncoder().encode(JSON.stringify(copy)),
  }
}

/** Adds the copies of the recorded object to a sample. */
function multiplied(sample: SampleLog, uid: Uid): SampleLog {
  const original = sample.writes.find(({ key }) => key.endsWith(`/${originalName}`))
  if (original === undefined) return sample
  const copies = Array.from({ length: copyCount - 1 }, (_, at) => copyOf(original, copyName(at + 1), uid))
  const writes = [...sample.writes, ...copies]
  return { writes, compactedCount: writes.length - keptWrites }
}

/** Acts of the host once a sample is in place. */
interface SampleActs {
  readonly whenShopLoaded: NonNullable<Sample['whenLoaded']>
  readonly startLife: () => Promise<void>
}

/**
 * Returns the clusters that a page can load and return to. The requests of the book shop's
 * visitors and the life of the living shop follow when they are loaded. [SD6] [SD8]
 */
export function samplesOf(logs: PreparedLogs, uid: Uid, { whenShopLoaded, startLife }: SampleActs): readonly Sample[] {
  const completed = async (rest: () => Promise<PreparedLog>): Promise<PreparedLog> =>
    withOwnOf(await rest(), await logs.bookShop())
  return [
    {
      info: {
        id: 'book-shop',
        title: 'Book shop',
        words: 'A shop with an hour of history: releases, sales, roles, and a namespace that waits for its finalizers',
        first: deployment('web'),
      },
      load: async (nowMs) => sampleOf(await logs.bookShop(), nowMs, uid),
      whenLoaded: whenShopLoaded,
    },
    {
      info: {
        id: 'living-shop',
        title: 'Living shop',
        words: 'The book shop with running controllers, a scheduler and three simulated nodes, which answer each write',
        first: deployment('web'),
      },
      load: async (nowMs) => sampleOf(await logs.bookShop(), nowMs, uid),
      whenLoaded: startLife,
    },
    {
      info: {
        id: 'empty',
        title: 'Empty',
        words: 'Only what every server creates for itself, and no history',
        first: namespaceNamed('default'),
      },
      load: async (nowMs) => sampleOf(ownPart(await logs.bookShop()), nowMs, uid),
    },
    {
      info: {
        id: 'stuck-namespace',
        title: 'Stuck namespace',
        words: 'A namespace that was deleted and does not end, because two finalizers are left whose programs are gone',
        first: namespaceNamed('archive'),
      },
      load: async (nowMs) => sampleOf(await completed(logs.stuckNamespace), nowMs, uid),
    },
    {
      info: {
        id: 'ten-thousand',
        title: 'Ten thousand objects',
        words: 'A namespace with 10,000 ConfigMaps, for long lists and pages',
        first: { resourceId: 'v1.configmaps', namespace: 'load', name: originalName },
      },
      load: async (nowMs) => multiplied(sampleOf(await completed(logs.tenThousand), nowMs, uid), uid),
    },
  ]
}
