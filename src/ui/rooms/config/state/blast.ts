import type { Replay, ReplayedRequest } from '#facts/config-api.ts'

/** Requests with the same user, action and change of outcome. */
export interface BlastGroup {
  readonly change: 'refused' | 'allowed'
  readonly user: string
  /** `list pods in shop` */
  readonly words: string
  readonly why: string
  readonly count: number
}

export interface Blast {
  readonly same: number
  readonly refused: number
  readonly allowed: number
  /** Lock-outs first, then by frequency. */
  readonly groups: readonly BlastGroup[]
}

/** Groups the outcomes that a draft would change by user and action. [CB7] */
export function blastOf({ requests }: Replay): Blast {
  const changed = requests.filter(({ before, after }) => before !== after)
  const groups = new Map<string, BlastGroup>()
  for (const request of changed) {
    const group = groupOf(request)
    const key = JSON.stringify([group.change, group.user, group.words])
    groups.set(key, { ...group, count: (groups.get(key)?.count ?? 0) + 1 })
  }
  const count = (change: BlastGroup['change']) => changed.filter(({ after }) => after === change).length
  const rank = ({ change }: BlastGroup): number => (change === 'refused' ? 0 : 1)
  return {
    same: requests.length - changed.length,
    refused: count('refused'),
    allowed: count('allowed'),
    groups: [...groups.values()].toSorted((a, b) => rank(a) - rank(b) || b.count - a.count),
  }
}

function groupOf({ user, verb, what, namespace, name, after, why }: ReplayedRequest): BlastGroup {
  const place = namespace === '' ? '' : ` in ${namespace}`
  return { change: after, user, words: `${verb} ${what}${name === '' ? '' : ` ${name}`}${place}`, why, count: 0 }
}
