import { isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { seededRandom } from '#api/seeded-random.ts'
import type { TrialServer } from '#semantics/trial-server.ts'
import type { Operation } from './check-history.ts'

const collection = '/api/v1/namespaces/default/configmaps'

/** The operations of concurrent clients, and the events of a watch during them. */
export interface History {
  readonly operations: readonly Operation[]
  /** The events of one watch over all keys, in the order in which they came. */
  readonly events: readonly Event[]
}

export interface Event {
  readonly type: string
  readonly key: string
  readonly revision: number
}

interface Options {
  readonly clients: number
  readonly keys: number
  readonly operations: number
  readonly seed: number
}

type Effect = Operation['effect']

const revisionOf = (body: unknown): number =>
  Number(isObject(body as Json) ? ((body as ApiObject).metadata.resourceVersion ?? 0) : 0)
const uidOf = (body: unknown): string => (body as ApiObject).metadata.uid ?? ''

/** Runs random operations of concurrent clients through the API. */
export async function recordHistory(server: TrialServer, options: Options): Promise<History> {
  const watching = await server.watch(`${collection}?watch=true`)
  const done: (Operation | { readonly deleted: string; readonly of: Operation })[] = []
  let [tick, started] = [0, 0]
  const client = async (random: (below: number) => number): Promise<void> => {
    while (started < options.operations) {
      started += 1
      const key = `k${random(options.keys)}`
      const begin = (tick += 1)
      const result = await act(server, key, random)
      const end = (tick += 1)
      const operation = { key, begin, end, effect: result.effect }
      done.push(result.deleted === undefined ? operation : { deleted: result.deleted, of: operation })
    }
  }
  await Promise.all(Array.from({ length: options.clients }, (_, at) => client(seededRandom(options.seed + at))))
  const { events, deletions } = await readEvents(server, watching)
  await watching.close()
  const operations = done.map((each): Operation => {
    if (!('deleted' in each)) return each
    const revision = deletions.get(each.deleted) ?? -1
    return { ...each.of, effect: { ...each.of.effect, revision } as Effect }
  })
  return { operations, events }
}

interface Result {
  readonly effect: Effect
  /** The uid of a deleted object: the revision of a deletion is known from its event only. */
  readonly deleted?: string
}

/** Performs one random operation on `key`. @throws Error for an unexpected answer */
async function act(server: TrialServer, key: string, random: (below: number) => number): Promise<Result> {
  const path = `${collection}/${key}`
  const body = (more: object = {}): object => ({
    metadata: { name: key, ...more },
    data: { n: `${random(1_000_000_000)}` },
  })
  const choice = random(20)
  if (choice < 6) return read(await server.get(path))
  if (choice === 6) return listed(await server.get(collection))
  if (choice < 10) return written(await server.post(collection, body()), { replaced: 0, found: 'present' })
  if (choice < 13)
    return written(await server.patch(path, { data: { p: `${random(1_000_000_000)}` } }), {
      replaced: null,
      found: 'absent',
    })
  const live = await server.get(path)
  const replaced = live.status === 200 ? revisionOf(live.body) : 1
  if (choice < 18)
    return written(await server.put(path, body({ resourceVersion: `${replaced}` })), { replaced, found: 'other' })
  const preconditions = { resourceVersion: `${replaced}` }
  const answer = await server.delete(path, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions })
  if (answer.status === 200)
    return {
      effect: { type: 'wrote', revision: -1, replaced, deletes: true },
      deleted: String(answer.body.details?.uid),
    }
  return refused(answer.status, { replaced, found: 'other' })
}

type Reply = Awaited<ReturnType<TrialServer['get']>>

function read({ status, body }: Reply): Result {
  if (status === 404) return { effect: { type: 'read', revision: 0 } }
  if (status !== 200) throw new Error(`a read was answered ${status}`)
  return { effect: { type: 'read', revision: revisionOf(body) } }
}

function listed({ status, body }: Reply): Result {
  if (status !== 200) throw new Error(`a list was answered ${status}`)
  const items = new Map((body.items as ApiObject[]).map((item) => [item.metadata.name ?? '', revisionOf(item)]))
  return { effect: { type: 'listed', revision: Number(body.metadata.resourceVersion), items } }
}

interface Demand {
  /** The version that the write demands; `null` for none. */
  readonly replaced: number | null
  /** The state of the key, by the message of a conflict. */
  readonly found: 'present' | 'absent' | 'other'
}

function written({ status, body }: Reply, demand: Demand): Result {
  if (status === 200 || status === 201)
    return { effect: { type: 'wrote', revision: revisionOf(body), replaced: demand.replaced, deletes: false } }
  return refused(status, demand)
}

function refused(status: number, { replaced, found }: Demand): Result {
  if (status === 404 && found !== 'present') return { effect: { type: 'read', revision: 0 } }
  if (status === 409 && found === 'present') return { effect: { type: 'not', revision: 0 } }
  if (status === 409 && found === 'other') return { effect: { type: 'not', revision: replaced ?? 0 } }
  throw new Error(`a write was answered ${status}`)
}

/** Reads the watch up to a last write that marks its end. */
async function readEvents(server: TrialServer, watching: Awaited<ReturnType<TrialServer['watch']>>) {
  await server.post(collection, { metadata: { name: 'the-end' } })
  const events: Event[] = []
  const deletions = new Map<string, number>()
  for (;;) {
    const [event] = await watching.next(1)
    if (event === undefined) throw new Error('the watch ended')
    const { name = '' } = event.object.metadata
    if (name === 'the-end') return { events, deletions }
    events.push({ type: event.type, key: name, revision: revisionOf(event.object) })
    if (event.type === 'DELETED') deletions.set(uidOf(event.object), revisionOf(event.object))
  }
}
