import type { HorizontalPodAutoscaler, HPAScalingRules } from '#server/kinds/types/autoscaling-v2.ts'
import { limited, type Limited, type Now, type SizeChange, unlimited } from './recommendations.ts'

/** Limits a size to the autoscaler's range, and to the changes that its behavior allows in a time. [LC114] */
export function limitByBehavior(
  { spec }: HorizontalPodAutoscaler,
  changes: readonly SizeChange[],
  now: Now,
  wanted: number,
): Limited {
  const { minReplicas = 1, maxReplicas = Infinity, behavior } = spec ?? {}
  const { current } = now
  if (wanted > current) {
    const rate = Math.max(current, allowedSize(behavior?.scaleUp, changes, now, 1))
    if (wanted > Math.min(rate, maxReplicas))
      return rate < maxReplicas
        ? limited(rate, 'ScaleUpLimit', 'increasing faster than the maximum scale rate')
        : limited(maxReplicas, 'TooManyReplicas', 'more than the maximum replica count')
  }
  if (wanted < current) {
    const rate = Math.min(current, allowedSize(behavior?.scaleDown, changes, now, -1))
    if (wanted < Math.max(rate, minReplicas))
      return rate > minReplicas
        ? limited(rate, 'ScaleDownLimit', 'decreasing faster than the maximum scale rate')
        : limited(minReplicas, 'TooFewReplicas', 'less than the minimum replica count')
  }
  return unlimited(wanted)
}

/** Returns how far the policies of a direction let the size go, from the size at the start of their periods. */
function allowedSize(
  { selectPolicy, policies = [] }: HPAScalingRules = {},
  changes: readonly SizeChange[],
  { atMs, current }: Now,
  direction: 1 | -1,
): number {
  if (selectPolicy === 'Disabled') return current
  const round = direction === 1 ? Math.ceil : Math.trunc
  const sizes = policies.map(({ type, value = 0, periodSeconds = 0 }) => {
    const recent = changes.filter((change) => change.atMs > atMs - periodSeconds * 1000)
    const start = recent.reduce((size, { by }) => size - by, current)
    return type === 'Pods' ? start + direction * value : round(start * (1 + (direction * value) / 100))
  })
  // The policy for the smallest change is that of the lowest size upwards, and of the highest downwards.
  return (selectPolicy === 'Min') === (direction === 1) ? Math.min(...sizes) : Math.max(...sizes)
}
