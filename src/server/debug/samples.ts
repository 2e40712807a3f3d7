import { ApiError, badRequest } from '#api/api-error.ts'
import { isObject, type Json } from '#api/json.ts'
import type { Revision } from '#api/revision.ts'
import type { DebugSamples, SampleInfo } from '#facts/debug-api.ts'
import type { StorageStatus } from '#facts/fact.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import type { Author, Log } from '#server/storage/log.ts'
import type { FactHub } from './fact-hub.ts'
import { reading } from './introspection.ts'
import type { Simulator } from './simulator.ts'
import { deleteEverything } from './snapshot.ts'

/** One recorded write of a sample. */
export interface SampleWrite {
  readonly key: string
  /** `null` deletes. */
  readonly value: Uint8Array | null
  readonly timeMs: number
  readonly author: Author
}

/** The content of a sample: all writes in order, of which the first `compactedCount` are only kept as their result. */
export interface SampleLog {
  readonly writes: readonly SampleWrite[]
  readonly compactedCount: number
}

/** A cluster that `/debug/samples` can put in place of the current one. */
export interface Sample {
  readonly info: SampleInfo
  /** Returns its writes, which end at `nowMs`. */
  load(nowMs: number): Promise<SampleLog>
  /** Sends further requests once the log is in place, as clients of the server. */
  readonly whenLoaded?: (log: Log) => Promise<void>
}

/** Returns the samples of this host. */
export const listSamples = ({ samples }: Simulator): DebugSamples => ({ samples: samples.map(({ info }) => info) })

function findSample({ samples }: Simulator, body: Json): Sample {
  const id = isObject(body) ? body['id'] : undefined
  if (typeof id !== 'string') throw badRequest('id is the name of a sample')
  const sample = samples.find(({ info }) => info.id === id)
  if (sample === undefined) throw new ApiError('NotFound', `there is no sample ${JSON.stringify(id)}`)
  return sample
}

/**
 * Replaces all objects and their history by those of a sample, with the people, programs and times of its story.
 * Revisions continue. Controllers pause meanwhile, because the recording contains their writes. [DB12]
 */
export async function loadSample(
  body: Json,
  server: ServerContext,
  simulator: Simulator,
  hub: FactHub,
): Promise<StorageStatus> {
  const { objects } = server.registry
  const sample = findSample(simulator, body)
  const content = await sample.load(simulator.now())
  const running = simulator.loops().filter((loop) => !loop.status().paused)
  for (const loop of running) loop.setPaused(true)
  try {
    await reading(() => deleteEverything(objects))
    hub.forget()
    hub.report({ type: 'reset', timeMs: simulator.now() })
    await reading(() => storeWrites(objects.log, content))
    hub.report({ type: 'compacted', revision: objects.log.compacted(), timeMs: simulator.now() })
    await simulator.seed()
  } finally {
    for (const loop of running) loop.setPaused(false)
  }
  await sample.whenLoaded?.(objects.log)
  hub.report({ type: 'storage', status: objects.log.status() })
  return objects.log.status()
}

async function storeWrites(log: Log, { writes, compactedCount }: SampleLog): Promise<void> {
  const revisions = new Map<string, Revision>()
  await storeInOrder(log, writes.slice(0, compactedCount), revisions)
  const start = log.revision()
  if (compactedCount > 0 && start !== 0) await log.compact(start)
  await storeInOrder(log, writes.slice(compactedCount), revisions)
}

/**
 * Appends writes in their order, so that many become durable together. A write waits only for the one before it that has
 * the same key, whose revision it replaces.
 */
async function storeInOrder(log: Log, writes: readonly SampleWrite[], revisions: Map<string, Revision>): Promise<void> {
  const waiting = new Map<string, Promise<void>>()
  const store = async (write: SampleWrite): Promise<void> => {
    let expected: Revision | 0 = revisions.get(write.key) ?? 0
    for (;;) {
      const answer = await log.append({ ...write, expected })
      if (answer.type === 'written') return void revisions.set(write.key, answer.entry.revision)
      // A client wrote the key meanwhile: the sample replaces what it wrote.
      expected = answer.winner?.revision ?? 0
    }
  }
  for (const write of writes) {
    await waiting.get(write.key)
    waiting.set(write.key, store(write))
  }
  await Promise.all(waiting.values())
}
