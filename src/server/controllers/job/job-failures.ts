import type { Job, PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyRule } from '#server/kinds/types/batch-v1.ts'
import type { ContainerStatus, Pod } from '#server/kinds/types/core-v1.ts'
import type { Ending } from './job-conditions.ts'

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
