import type { FinishedRequest } from '#facts/fact.ts'

/** The requests of one loop, folded into one row. */
export interface LoopFold {
  readonly actor: string
  /** The newest first. */
  readonly requests: readonly FinishedRequest[]
  readonly writes: number
  readonly refused: number
  readonly isOpen: boolean
}

export type RequestLine = FinishedRequest | LoopFold

export const isFold = (line: RequestLine): line is LoopFold => 'requests' in line

/** Service accounts of loops, the scheduler, the watches that loops share, and simulated kubelets. */
const isLoop = ({ actor }: FinishedRequest): boolean =>
  actor.startsWith('system:serviceaccount:kube-system:') ||
  actor.startsWith('system:kube-') ||
  actor === 'system:orchard:simulated-kubelet'

/**
 * Folds the requests of each loop that has more than one into a row at the place of the newest; those of an open one
 * follow it. Requests are given newest first. [DOC13]
 */
export function foldLoops(requests: readonly FinishedRequest[], open: ReadonlySet<string>): readonly RequestLine[] {
  const byActor = new Map<string, FinishedRequest[]>()
  for (const request of requests)
    if (isLoop(request)) {
      const own = byActor.get(request.actor)
      if (own === undefined) byActor.set(request.actor, [request])
      else own.push(request)
    }
  const folded = new Set<string>()
  return requests.flatMap((request): readonly RequestLine[] => {
    const own = byActor.get(request.actor) ?? []
    if (own.length < 2) return [request]
    if (folded.has(request.actor)) return []
    folded.add(request.actor)
    const isOpen = open.has(request.actor)
    const fold = {
      actor: request.actor,
      requests: own,
      writes: own.filter(({ wrote }) => wrote > 0).length,
      refused: own.filter(({ status }) => status >= 400).length,
      isOpen,
    }
    return isOpen ? [fold, ...own] : [fold]
  })
}

const keys = new Map<string, number>()

/** A key of a line: the id of a request, a negative number for each loop. */
export function lineKey(line: RequestLine): number {
  if (!isFold(line)) return line.id
  const key = keys.get(line.actor) ?? -1 - keys.size
  keys.set(line.actor, key)
  return key
}
