import type { Job, PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyRule } from '#server/kinds/types/batch-v1.ts'
import type { ContainerStatus, Pod } from '#server/kinds/types/core-v1.ts'
import type { Ending } from './job-conditions.ts'
import type { Run } from './job-parts.ts'

const firstDelayMs = 10_000
const delayMsMax = 6 * 60_000

/** The consequence of a failed pod: it counts, it does not, its index fails, or the Job ends. [LC42] */
export function failureOf(job: Job, pod: Pod): 'Count' | 'Ignore' | 'FailIndex' | Ending {
  for (const [at, rule] of (job.spec?.podFailurePolicy?.rules ?? []).entries()) {
    const why = matchOf(rule, pod)
    if (why === null) continue
    if (rule.action === 'FailJob')
      return {
        type: 'FailureTarget',
        reason: 'PodFailurePolicy',
        message: `${why} matching FailJob rule at index ${at}`,
      }
    return rule.action === 'Ignore' ? 'Ignore' : rule.action === 'FailIndex' ? 'FailIndex' : 'Count'
  }
  return 'Count'
}

const nameOf = ({ metadata }: Pod): string => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`

/** Says what of a pod a rule matches; `null` if it does not match. */
function matchOf({ onExitCodes, onPodConditions }: PodFailurePolicyRule, pod: Pod): string | null {
  if (onExitCodes !== undefined) return matchOfCode(onExitCodes, pod)
  const found = (onPodConditions ?? []).find(({ type = '', status = 'True' }) =>
    pod.status?.conditions?.some((each) => each.type === type && each.status === status),
  )
  return found === undefined ? null : `Pod ${nameOf(pod)} has condition ${found.type ?? ''}`
}

function matchOfCode(rule: PodFailurePolicyOnExitCodesRequirement, pod: Pod): string | null {
  const { containerName, operator, values = [] } = rule
  for (const { name = '', state } of allStatuses(pod)) {
    const code = state?.terminated?.exitCode ?? 0
    if (code === 0 || (containerName !== undefined && containerName !== name)) continue
    if (values?.includes(code) === (operator === 'In'))
      return `Container ${name} for pod ${nameOf(pod)} failed with exit code ${code}`
  }
  return null
}

const allStatuses = ({ status }: Pod): readonly ContainerStatus[] => [
  ...(status?.initContainerStatuses ?? []),
  ...(status?.containerStatuses ?? []),
]

function finishedAtMs(pod: Pod, nowMs: number): number {
  const times = (pod.status?.containerStatuses ?? []).flatMap(({ state }) => state?.terminated?.finishedAt ?? [])
  const latest = times.toSorted().at(-1) ?? pod.metadata.deletionTimestamp
  return latest === undefined || latest === null ? nowMs : Date.parse(latest)
}

/** The delay before the next pod: ten seconds after a failure, doubled with each failure since the last success. [LC41] */
export function delayBeforeRetryMs({ pods, active }: Run, nowMs: number): number {
  const ended = pods.filter((pod) => !active.includes(pod)).map((pod) => ({ pod, atMs: finishedAtMs(pod, nowMs) }))
  const lastSuccessMs = Math.max(
    0,
    ...ended.filter(({ pod }) => pod.status?.phase === 'Succeeded').map(({ atMs }) => atMs),
  )
  const failures = ended.filter(({ pod, atMs }) => pod.status?.phase === 'Failed' && atMs > lastSuccessMs)
  if (failures.length === 0) return 0
  const lastMs = Math.max(...failures.map(({ atMs }) => atMs))
  return Math.max(0, lastMs + Math.min(delayMsMax, firstDelayMs * 2 ** (failures.length - 1)) - nowMs)
}
