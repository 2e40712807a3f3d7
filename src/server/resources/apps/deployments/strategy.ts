import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { defaultPodTemplate } from '#server/resources/parts/pod-spec/defaults.ts'
import { dropFromTemplate } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import type { Deployment } from '#server/kinds/types/apps-v1.ts'
import { bump, keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { workloadWarnings } from '#server/resources/parts/workloads/warnings.ts'
import { validateDeployment, validateDeploymentStatus, validateDeploymentUpdate } from './validation.ts'

/** [DEP4] */
function defaultDeployment(next: Deployment): void {
  const spec = (next.spec ??= {})
  spec.replicas ??= 1
  const strategy = (spec.strategy ??= {})
  strategy.type ||= 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') {
    const rolling = (strategy.rollingUpdate ??= {})
    rolling.maxUnavailable ??= '25%'
    rolling.maxSurge ??= '25%'
  }
  spec.revisionHistoryLimit ??= 10
  spec.progressDeadlineSeconds ??= 600
  defaultPodTemplate((spec.template ??= {}))
}

/** Changed annotations increment the generation too, since they are copied to replica sets. [DEP5] */
function countDeploymentChange(next: Deployment, live: Deployment): void {
  const same = equalAs('apps.v1.DeploymentSpec', next.spec, live.spec)
  if (same && semanticallyEqual(next.metadata.annotations ?? {}, live.metadata.annotations ?? {})) return
  bump(next, live)
}

export const strategy: Strategy<Deployment> = {
  validateName: dns1123SubdomainName,
  default: defaultDeployment,
  prepareForCreate(next) {
    next.status = {}
    next.metadata.generation = 1
    dropFromTemplate(next.spec?.template)
  },
  validate: validateDeployment,
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropFromTemplate(next.spec?.template)
    countDeploymentChange(next, live)
  },
  validateUpdate: validateDeploymentUpdate,
  warnings: (next, live) => workloadWarnings(next, live, { template: next.spec?.template }),
}

/** `deployments/status`: keeps spec and labels. [DEP3] */
export const statusStrategy: Strategy<Deployment> = {
  resetFields: [['spec'], ['metadata', 'labels']],
  ...strategy,
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    if (live.metadata.labels === undefined) delete next.metadata.labels
    else next.metadata.labels = live.metadata.labels
    // A field of a feature that is disabled by default in 1.34.
    if (next.status) delete next.status.terminatingReplicas
  },
  validateUpdate: validateDeploymentStatus,
  warnings: () => [],
}
