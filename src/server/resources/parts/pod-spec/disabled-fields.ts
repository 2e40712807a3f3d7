import type { Container, PodSpec, PodTemplateSpec, Volume } from '#server/kinds/types/core-v1.ts'

/** Drops fields of features that are disabled by default in 1.34. [POD5] */
export function dropDisabledFields(spec: PodSpec | undefined): void {
  if (spec === undefined) return
  delete spec.hostnameOverride
  // A volume with an image source is dropped as a whole, whatever other source it has.
  if (spec.volumes?.some(({ image }) => image !== undefined))
    spec.volumes = spec.volumes.filter(({ image }) => image === undefined)
  for (const volume of spec.volumes ?? []) dropFromVolume(volume)
  for (const list of [spec.containers, spec.initContainers, spec.ephemeralContainers]) list?.forEach(dropFromContainer)
  dropRestartPolicies(spec)
}

/** Only init containers may have a restart policy, and only `Always`. */
function dropRestartPolicies({ containers, initContainers, ephemeralContainers }: PodSpec): void {
  for (const list of [containers, ephemeralContainers])
    for (const container of list ?? []) delete container.restartPolicy
  for (const container of initContainers ?? []) if (container.restartPolicy !== 'Always') delete container.restartPolicy
}

export const dropFromTemplate = (template: PodTemplateSpec | undefined): void => dropDisabledFields(template?.spec)

function dropFromVolume(volume: Volume): void {
  for (const source of volume.projected?.sources ?? []) {
    delete source.clusterTrustBundle
    delete source.podCertificate
  }
}

function dropFromContainer(container: Container): void {
  delete container.restartPolicyRules
  if (container.lifecycle?.stopSignal !== undefined) {
    delete container.lifecycle.stopSignal
    if (Object.keys(container.lifecycle).length === 0) delete container.lifecycle
  }
  for (const { valueFrom } of container.env ?? []) if (valueFrom) delete valueFrom.fileKeyRef
}
