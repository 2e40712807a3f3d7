import type { Pieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, forbidden, index } from '#api/field-error.ts'
import { validateImageSpaces } from '#server/resources/parts/pod-spec/containers/container-common.ts'
import { validatePodAnnotations } from '#server/resources/parts/pod-spec/pod-annotations.ts'
import { validatePodSpec } from '#server/resources/parts/pod-spec/pod-spec.ts'
import { validateProfileAnnotations } from '#server/resources/parts/pod-spec/profile-annotations.ts'
import type { Pod, PodSpec } from '#server/kinds/types/core-v1.ts'

const annotationsPath = 'metadata.annotations'

/** Validates a pod on create and update. [POD1] [ER8] */
export function* validatePodMetadataAndSpec({ metadata, spec = {} }: Pod): Pieces<readonly FieldError[]> {
  const inSpec = yield* validatePodSpec(spec, 'spec', { isPod: true, podName: metadata.name ?? '' })
  yield
  return [
    ...validatePodAnnotations(metadata.annotations ?? {}, spec, annotationsPath),
    ...inSpec,
    ...forbidTokens(spec),
    ...(spec.containers ?? []).flatMap((container, at) => validateImageSpaces(container, index('spec.containers', at))),
    ...(spec.initContainers ?? []).flatMap((container, at) =>
      validateImageSpaces(container, index('spec.initContainers', at)),
    ),
  ]
}

/** A projected token requires a service account. */
function forbidTokens({ serviceAccountName, volumes = [] }: PodSpec): readonly FieldError[] {
  if (serviceAccountName) return []
  return volumes.flatMap((volume, at) =>
    (volume.projected?.sources ?? []).flatMap((source, sourceAt) => {
      if (!source.serviceAccountToken) return []
      const path = index(child(index('spec.volumes', at), 'projected', 'sources'), sourceAt)
      const why = 'must not be specified when serviceAccountName is not set'
      return [forbidden(child(path, 'serviceAccountToken'), why)]
    }),
  )
}

/** Validates a pod on create. [POD1] */
export function* validatePod(pod: Pod): Pieces<readonly FieldError[]> {
  const { metadata, spec = {} } = pod
  const errors = [...(yield* validatePodMetadataAndSpec(pod))]
  yield
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'))
  }
  if (spec.nodeName && (spec.schedulingGates ?? []).length > 0) {
    errors.push(forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'))
  }
  return [...errors, ...validateProfileAnnotations(metadata.annotations ?? {}, spec, 'spec')]
}
