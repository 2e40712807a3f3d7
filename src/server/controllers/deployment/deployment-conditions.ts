import { formatTime } from '#api/time.ts'
import type { Deployment, DeploymentCondition, DeploymentStatus } from '#server/kinds/types/apps-v1.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'

export const conditionOf = (status: DeploymentStatus | undefined, type: string): DeploymentCondition | undefined =>
  status?.conditions?.find((each) => each.type === type)

export const isPaused = ({ spec }: Deployment): boolean => spec?.paused === true

/** The greatest int32 stands for "no deadline", as in the original. */
export const hasDeadline = ({ spec }: Deployment): boolean =>
  spec?.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== 2 ** 31 - 1

export const withoutCondition = (status: DeploymentStatus, type: string): DeploymentStatus => {
  const conditions = (status.conditions ?? []).filter((each) => each.type !== type)
  return { ...status, conditions: conditions.length === 0 ? undefined : conditions }
}

/** Sets a condition, as the last one. One with the same status and reason remains as it is. */
export function withCondition(
  status: DeploymentStatus,
  next: DeploymentCondition,
  { clock }: Pick<Loop, 'clock'>,
): DeploymentStatus {
  const before = conditionOf(status, next.type ?? '')
  if (before?.status === next.status && before?.reason === next.reason) return status
  const now = formatTime(clock.now())
  const lastTransitionTime = before?.status === next.status ? before?.lastTransitionTime : now
  const others = withoutCondition(status, next.type ?? '').conditions ?? []
  const { type, status: state, reason, message } = next
  return {
    ...status,
    conditions: [...others, { type, status: state, lastUpdateTime: now, lastTransitionTime, reason, message }],
  }
}
