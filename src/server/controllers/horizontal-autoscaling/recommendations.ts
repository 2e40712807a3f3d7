import type { HorizontalPodAutoscaler } from '#server/kinds/types/autoscaling-v2.ts'

/** A condition of an autoscaler, without its time. */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
}

export const condition = (type: string, status: string, reason: string, message: string): Condition => ({
  type,
  status,
  reason,
  message,
})

/** The present time and the present size of the target. */
export interface Now {
  readonly atMs: number
  readonly current: number
}

/** A change of a target's size by an autoscaler. */
export interface SizeChange {
  readonly atMs: number
  readonly by: number
}

/** The times for which recommendations hold: higher ones against fewer pods, lower ones against more. */
interface Windows {
  readonly downMs: number
  /** `null` if the autoscaler has no behavior: then more pods may come at once, also while fewer are wanted. */
  readonly upMs: number | null
}

/** Remembers which sizes were recommended, and which changes were made. */
export interface Recommendations {
  /** Returns the size that recent recommendations leave of a new one. */
  stabilize(uid: string, now: Now, size: number, windows: Windows): number
  noteChange(uid: string, change: SizeChange): void
  changes(uid: string): readonly SizeChange[]
  /** Forgets an autoscaler that is gone. */
  forget(uid: string): void
}

/** The longest period of a policy. */
const periodMsMax = 1_800_000

export function createRecommendations(): Recommendations {
  const known = new Map<string, readonly { readonly atMs: number; readonly size: number }[]>()
  const changed = new Map<string, readonly SizeChange[]>()
  const changes = (uid: string): readonly SizeChange[] => changed.get(uid) ?? []
  return {
    changes,
    noteChange: (uid, change) =>
      void changed.set(uid, [...changes(uid).filter(({ atMs }) => atMs > change.atMs - periodMsMax), change]),
    forget(uid) {
      known.delete(uid)
      changed.delete(uid)
    },
    stabilize(uid, { atMs, current }, size, { downMs, upMs }) {
      // The size before the first sync counts as recommended.
      const before = known.get(uid) ?? [{ atMs, size: current }]
      const recent = before.filter((each) => each.atMs > atMs - Math.max(downMs, upMs ?? 0))
      known.set(uid, [...recent, { atMs, size }])
      const within = (ms: number): number[] => recent.filter((each) => each.atMs > atMs - ms).map((each) => each.size)
      const highest = Math.max(size, ...within(downMs))
      if (upMs === null) return highest
      return Math.min(Math.max(current, Math.min(size, ...within(upMs))), highest)
    },
  }
}

const defaultWindowSeconds = 300

export function windowsOf({ spec }: HorizontalPodAutoscaler): Windows {
  const { behavior } = spec ?? {}
  return {
    downMs: (behavior?.scaleDown?.stabilizationWindowSeconds ?? defaultWindowSeconds) * 1000,
    upMs: behavior === undefined ? null : (behavior.scaleUp?.stabilizationWindowSeconds ?? 0) * 1000,
  }
}

/** A size within the limits, and the condition that says which limit held. */
export interface Limited {
  readonly size: number
  readonly condition: Condition
}

export const limited = (size: number, reason: string, words: string): Limited => ({
  size,
  condition: condition('ScalingLimited', 'True', reason, `the desired replica count is ${words}`),
})

export const unlimited = (size: number): Limited => {
  const message = 'the desired count is within the acceptable range'
  return { size, condition: condition('ScalingLimited', 'False', 'DesiredWithinRange', message) }
}

/** Limits a size to the autoscaler's range, and to what may be added at once. [LC97] */
export function limit({ spec }: HorizontalPodAutoscaler, current: number, wanted: number): Limited {
  const { minReplicas = 1, maxReplicas = Infinity } = spec ?? {}
  const stepMax = Math.max(2 * current, 4)
  if (wanted < minReplicas) return limited(minReplicas, 'TooFewReplicas', 'less than the minimum replica count')
  if (wanted > maxReplicas && maxReplicas <= stepMax)
    return limited(maxReplicas, 'TooManyReplicas', 'more than the maximum replica count')
  if (wanted > stepMax) return limited(stepMax, 'ScaleUpLimit', 'increasing faster than the maximum scale rate')
  return unlimited(wanted)
}
