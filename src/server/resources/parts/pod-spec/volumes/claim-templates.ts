import { child, type FieldError, type FieldPath, forbidden } from '#api/field-error.ts'
import { validateLabels } from '#api/selectors/label-selector-object.ts'
import type { ObjectMeta } from '#api/object-meta.ts'
import { validateClaim } from '#server/resources/parts/persistent-volumes/claim-validation.ts'
import type { PersistentVolumeClaimTemplate } from '#server/kinds/types/core-v1.ts'
import { validateAnnotations } from '#server/resources/parts/pod-spec/annotations.ts'

/** Metadata fields other than labels and annotations, in the order of the reference's struct. */
const otherFields = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const

/** Validates the claim template of an ephemeral volume: only labels and annotations are allowed in metadata. [POD15] */
export function validateClaimTemplate(template: PersistentVolumeClaimTemplate, path: FieldPath): readonly FieldError[] {
  const { metadata = {} } = template
  return [
    ...validateTemplateMetadata(metadata, child(path, 'metadata')),
    ...validateClaim({ metadata, spec: template.spec ?? {} }).map((error) => ({
      ...error,
      field: child(path, error.field),
    })),
  ]
}

/** Allows only labels and annotations. */
export const validateTemplateMetadata = (metadata: ObjectMeta, path: FieldPath): readonly FieldError[] => [
  ...validateAnnotations(metadata.annotations, child(path, 'annotations')),
  ...validateLabels(metadata.labels, child(path, 'labels')),
  ...otherFields
    .filter((field) => metadata[field] !== undefined && metadata[field] !== null)
    .map((field) => forbidden(child(path, field === 'uid' ? 'uID' : field), 'cannot be set')),
]
