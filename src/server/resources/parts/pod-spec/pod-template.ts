import type { Pieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, type FieldPath, forbidden } from '#api/field-error.ts'
import { validateLabels } from '#api/selectors/label-selector-object.ts'
import { validateAnnotations } from './annotations.ts'
import type { PodTemplateSpec } from '#server/kinds/types/core-v1.ts'
import { validatePodAnnotations } from './pod-annotations.ts'
import { validatePodSpec } from './pod-spec.ts'
import { template as templateContext } from './pod-spec-context.ts'
import { validateProfileAnnotations } from './profile-annotations.ts'

/** Validates a pod template. Errors of labels are reported at `labels`, without `metadata`. [WL2] [ER8] */
export function* validatePodTemplate(template: PodTemplateSpec, path: FieldPath): Pieces<readonly FieldError[]> {
  const { metadata = {}, spec = {} } = template
  const specPath = child(path, 'spec')
  const inSpec = yield* validatePodSpec(spec, specPath, templateContext)
  yield
  return [
    ...validateTemplateMetadata(template, path),
    ...inSpec,
    ...validateProfileAnnotations(metadata.annotations ?? {}, spec, specPath),
    ...((spec.ephemeralContainers ?? []).length === 0
      ? []
      : [forbidden(child(specPath, 'ephemeralContainers'), 'ephemeral containers not allowed in pod template')]),
  ]
}

/** Validates the labels and annotations of a pod template. */
export function validateTemplateMetadata(
  { metadata = {}, spec = {} }: PodTemplateSpec,
  path: FieldPath,
): readonly FieldError[] {
  const annotations = child(path, 'annotations')
  return [
    ...validateLabels(metadata.labels, child(path, 'labels')),
    ...validateAnnotations(metadata.annotations, annotations),
    ...validatePodAnnotations(metadata.annotations ?? {}, spec, annotations),
  ]
}
