import { type MetricFamily, type MetricLabels, ValueFamily } from './metric-families.ts'

interface Judged {
  readonly operation: string
  readonly resource: string
  readonly subresource: string
}

interface Level {
  readonly level: string
  readonly minor: number | null
}

/** Metrics of pod security, with the names and labels that Kubernetes uses. [PSA6] */
export interface PodSecurityMetrics {
  readonly families: readonly MetricFamily[]
  evaluated(decision: string, mode: string, level: Level, request: Judged): void
  exempted(request: Judged): void
}

export function createPodSecurityMetrics(): PodSecurityMetrics {
  const evaluations = new ValueFamily(
    'counter',
    'pod_security_evaluations_total',
    '[ALPHA] Evaluations of pods and pod templates, by decision, mode and level; exempt requests are not counted.',
  )
  const exemptions = new ValueFamily(
    'counter',
    'pod_security_exemptions_total',
    '[ALPHA] Requests that pod security did not evaluate because of an exemption.',
  )
  return {
    families: [evaluations, exemptions],
    evaluated: (decision, mode, { level, minor }, request) =>
      evaluations.add({
        decision,
        mode,
        policy_level: level,
        policy_version: minor === null || level === 'privileged' ? 'latest' : `v1.${minor}`,
        ...requestLabels(request),
      }),
    exempted: (request) => exemptions.add(requestLabels(request)),
  }
}

const requestLabels = ({ operation, resource, subresource }: Judged): MetricLabels => ({
  request_operation: operation.toLowerCase(),
  resource,
  subresource,
})
