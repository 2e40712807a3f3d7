import type { Clock } from '#api/clock.ts'
import { NodeGraph, vertexOf } from './auth/node/node-graph.ts'
import { tellers } from './auth/node/told-edges.ts'
import type { ResourceTable } from './registry/resource-table.ts'
import { prefixOf } from './registry/storage-key.ts'
import type { ObjectStore } from './storage/object-store.ts'

/** So long after the last question the graph is given up: a server whose nodes are gone need not follow pods. */
const idleMs = 10 * 60_000

export interface StoredNodeGraph {
  /** The graph, read at the first question and followed from then on. */
  current(): Promise<NodeGraph>
  /** Whether the store is followed now. */
  isFollowing(): boolean
  stop(): void
}

type Teller = (typeof tellers)[number]

interface Following {
  readonly graph: Promise<NodeGraph>
  readonly stop: () => void
}

/** What has to do with which node, out of the store. Watches run only while somebody asks. [NAZ4] */
export function storedNodeGraph(objects: ObjectStore, resources: () => ResourceTable, clock: Clock): StoredNodeGraph {
  let following: Following | null = null
  let lastMs = 0
  let disarm = (): void => undefined
  const stop = (): void => {
    disarm()
    following?.stop()
    following = null
  }
  const waitForRest = (ms: number): void => {
    disarm = clock.after(ms, () => {
      const restMs = lastMs + idleMs - clock.now()
      if (restMs > 0) waitForRest(restMs)
      else stop()
    })
  }
  const begin = (): Following => {
    const begun = follow(objects, resources(), () => {
      // Position lost: the next question reads everything again.
      if (following === begun) stop()
    })
    // A read that failed is tried again by the next question.
    begun.graph.catch(() => following === begun && stop())
    waitForRest(idleMs)
    return begun
  }
  return {
    current() {
      lastMs = clock.now()
      return (following ??= begin()).graph
    },
    isFollowing: () => following !== null,
    stop,
  }
}

function follow(objects: ObjectStore, resources: ResourceTable, lost: () => void): Following {
  const graph = new NodeGraph()
  const ends: (() => void)[] = []
  let isOver = false
  const one = async (teller: Teller): Promise<void> => {
    const definition = resources.findStored(teller.group, teller.resource)
    if (definition === undefined) return
    const prefix = prefixOf(definition, '')
    const { items, revision } = await objects.list({ prefix })
    if (isOver) return
    for (const { object } of items) tell(graph, teller, object, true)
    const onEvents: Parameters<ObjectStore['watch']>[0]['onEvents'] = (events) => {
      for (const { type, stored } of events) tell(graph, teller, stored.object, type !== 'DELETED')
    }
    ends.push(objects.watch({ prefix, after: revision, onEvents, onEnd: lost }))
  }
  return {
    graph: Promise.all(tellers.map(one)).then(() => graph),
    stop() {
      isOver = true
      for (const end of ends) end()
    },
  }
}

function tell(
  graph: NodeGraph,
  { type, edges }: Teller,
  object: Parameters<Teller['edges']>[0],
  isThere: boolean,
): void {
  const { namespace = '', name = '' } = object.metadata
  graph.tell(vertexOf(type, namespace, name), isThere ? edges(object) : [])
}
