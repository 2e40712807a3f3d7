import type { PodCondition, PodStatus } from '#server/kinds/types/core-v1.ts'

/** Sets a condition of a pod; lastTransitionTime changes only when the status does. */
export function setCondition(status: PodStatus, condition: PodCondition, nowMs: number): void {
  const conditions = (status.conditions ??= [])
  const now = new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z')
  const at = conditions.findIndex(({ type }) => type === condition.type)
  const old = conditions[at]
  if (old === undefined) {
    conditions.push({ ...condition, lastTransitionTime: now })
    return
  }
  const changed = old.status !== condition.status
  conditions[at] = { ...condition, lastTransitionTime: changed ? now : (old.lastTransitionTime ?? now) }
}

/** Reports whether the Ready condition of a pod is true. */
export const isReady = (status: PodStatus | undefined): boolean =>
  (status?.conditions ?? []).some(({ type, status: value }) => type === 'Ready' && value === 'True')
