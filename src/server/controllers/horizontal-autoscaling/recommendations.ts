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

/** Remembers which sizes were recommended, because pods are removed only when nothing asked for them for a while. */
export interface Recommendations {
  /** Returns the highest recent recommendation, this one included. */
  stabilize(
    uid: string,
    now: { readonly atMs: number; readonly current: number },
    size: number,
    windowMs: number,
  ): number
  /** Forgets an autoscaler that is gone. */
  forget(uid: string): void
}

export function createRecommendations(): Recommendations {
  const known = new Map<string, readonly { readonly atMs: number; readonly size: number }[]>()
  return {
    forget: (uid) => void known.delete(uid),
    stabilize(uid, { atMs, current }, size, windowMs) {
      // The size before the first sync counts as recommended.
      const before = known.get(uid) ?? [{ atMs, size: current }]
      const recent = [...before.filter((each) => each.atMs > atMs - windowMs), { atMs, size }]
      known.set(uid, recent)
      return Math.max(...recent.map((each) => each.size))
    },
  }
}

const defaultWindowSeconds = 300

/** The time for which higher recommendations hold. */
export const windowMsOf = ({ spec }: HorizontalPodAutoscaler): number =>
  (spec?.behavior?.scaleDown?.stabilizationWindowSeconds ?? defaultWindowSeconds) * 1000

/** Limits a size to the autoscaler's range, and to what may be added at once. [LC97] */
export function limit(
  { spec }: HorizontalPodAutoscaler,
  current: number,
  wanted: number,
): { readonly size: number; readonly condition: Condition } {
  const { minReplicas = 1, maxReplicas = Infinity } = spec ?? {}
  const stepMax = Math.max(2 * current, 4)
  const limited = (size: number, reason: string, words: string) => ({
    size,
    condition: condition('ScalingLimited', 'True', reason, `the desired replica count is ${words}`),
  })
  if (wanted < minReplicas) return limited(minReplicas, 'TooFewReplicas', 'less than the minimum replica count')
  if (wanted > maxReplicas && maxReplicas <= stepMax)
    return limited(maxReplicas, 'TooManyReplicas', 'more than the maximum replica count')
  if (wanted > stepMax) return limited(stepMax, 'ScaleUpLimit', 'increasing faster than the maximum scale rate')
  const message = 'the desired count is within the acceptable range'
  return { size: wanted, condition: condition('ScalingLimited', 'False', 'DesiredWithinRange', message) }
}
