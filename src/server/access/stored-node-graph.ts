import type { Clock } from '#api/clock.ts'
import { NodeGraph, vertexOf } from '#server/auth/node/node-graph.ts'
import { edgeSources } from '#server/auth/node/graph-edges.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { prefixOf } from '#server/registry/storage-key.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

/** The graph is discarded this long after its last use: a server without active nodes need not watch pods. */
const idleMs = 10 * 60_000

export interface StoredNodeGraph {
  /** Returns the graph, which is built on first use and updated by watches from then on. */
  current(): Promise<NodeGraph>
  /** Reports whether the watches are running. */
  isFollowing(): boolean
  stop(): void
}

type EdgeSource = (typeof edgeSources)[number]

interface Following {
  readonly graph: Promise<NodeGraph>
  readonly stop: () => void
}

/**
 * Returns the graph of nodes and their objects, built from the store. Watches run only while the graph is in use.
 * [NAZ4]
 */
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
      // The watch ended: the next use lists everything again.
      if (following === begun) stop()
    })
    // The next use retries a failed list.
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
  const one = async (source: EdgeSource): Promise<void> => {
    const definition = resources.findStored(source.group, source.resource)
    if (definition === undefined) return
    const prefix = prefixOf(definition, '')
    const { items, revision } = await objects.list({ prefix })
    if (isOver) return
    for (const { object } of items) setEdges(graph, source, object, true)
    const onEvents: Parameters<ObjectStore['watch']>[0]['onEvents'] = (events) => {
      for (const { type, stored } of events) setEdges(graph, source, stored.object, type !== 'DELETED')
    }
    ends.push(objects.watch({ prefix, after: revision, onEvents, onEnd: lost }))
  }
  return {
    graph: Promise.all(edgeSources.map(one)).then(() => graph),
    stop() {
      isOver = true
      for (const end of ends) end()
    },
  }
}

function setEdges(
  graph: NodeGraph,
  { type, edges }: EdgeSource,
  object: Parameters<EdgeSource['edges']>[0],
  isThere: boolean,
): void {
  const { namespace = '', name = '' } = object.metadata
  graph.setEdges(vertexOf(type, namespace, name), isThere ? edges(object) : [])
}
