import type { Holder, Life } from '#ui/model/life.ts'

/** The deletion of an object as the inspector draws it: three states, their revisions, and the finalizers. [FI1] */
export interface Machine {
  readonly state: 'live' | 'pending' | 'gone'
  readonly holders: readonly Holder[]
  /** Number of finalizers that were removed. */
  readonly released: number
  /** Revisions of the three states, such as `3–8`, `9–13`, `14`; `''` when they have been compacted. */
  readonly liveSpan: string
  readonly pendingSpan: string
  readonly goneSpan: string
  /** The whole figure in words. */
  readonly words: string
}

const span = (from: number, to: number | 'now'): string =>
  from === 0 || to === 0 ? '' : from === to ? String(from) : `${from}–${to}`

/** The last revision before `at`; 0 when `at` is unknown. */
const before = (at: number): number => (at === 0 ? 0 : at - 1)

/** Returns the machine of an object that is or was there; `null` when nothing is known about its life. */
export function machineOf(life: Life): Machine | null {
  switch (life.type) {
    case 'live':
      return {
        state: 'live',
        holders: life.finalizers.map((name) => ({ name, letGoAt: null })),
        released: 0,
        liveSpan: span(life.since, 'now'),
        pendingSpan: '',
        goneSpan: '',
        words: 'Deletion: live, not requested',
      }
    case 'terminating': {
      const { at } = life.requested
      const released = life.holders.filter(({ letGoAt }) => letGoAt !== null).length
      return {
        state: 'pending',
        holders: life.holders,
        released,
        liveSpan: span(life.since, before(at)),
        pendingSpan: span(at, 'now'),
        goneSpan: '',
        words: `Deletion: requested${at === 0 ? '' : ` at ${at}`}, waiting for ${life.holders.length - released} of ${life.holders.length} finalizers`,
      }
    }
    case 'gone': {
      const { removal, requested, since, holders } = life
      return {
        state: 'gone',
        holders,
        released: holders.length,
        liveSpan: span(since, before(requested?.at ?? removal.revision)),
        pendingSpan: requested === null ? '' : span(requested.at, before(removal.revision)),
        goneSpan: String(removal.revision),
        words: `Deletion: gone since ${removal.revision}`,
      }
    }
    default:
      return null
  }
}
