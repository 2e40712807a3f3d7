import { child, type FieldError, type FieldPath, forbidden, required } from '#api/field-error.ts'
import type { PersistentVolumeSpec } from '#server/kinds/types/core-v1.ts'
import { validateAccessModes } from '#server/resources/parts/persistent-volumes/access-modes.ts'
import { validateSources } from './validation-sources.ts'

const notInline = 'may not be specified in the context of inline volumes'
/** Fields that only a persistent volume may have. */
const ownFields = ['persistentVolumeReclaimPolicy', 'nodeAffinity', 'storageClassName', 'volumeMode'] as const

/** Validates a volume spec embedded in another object at `path`. [VAT1] */
export function validateInlineSpec(spec: PersistentVolumeSpec, path: FieldPath): readonly FieldError[] {
  const refuse = (field: string): FieldError => forbidden(child(path, field), notInline)
  return [
    ...(spec.claimRef === undefined ? [] : [refuse('claimRef')]),
    ...(Object.keys(spec.capacity ?? {}).length === 0 ? [] : [refuse('capacity')]),
    ...(spec.csi === undefined
      ? [required(child(path, 'csi'), 'has to be specified in the context of inline volumes')]
      : []),
    ...moved(validateAccessModes(spec.accessModes ?? [], ''), path),
    ...moved(validateSources(spec, ''), path),
    ...ownFields.filter((field) => spec[field] !== undefined && spec[field] !== '').map(refuse),
  ]
}

/** Moves errors from `spec` to the path of the embedded spec. */
const moved = (errors: readonly FieldError[], path: FieldPath): readonly FieldError[] =>
  errors.map((error) => ({ ...error, field: error.field.replace(/^spec(?=\.|$)/, () => path) }))
