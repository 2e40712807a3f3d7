import { type FieldError, forbidden, notSupported, required } from '#api/field-error.ts'
import { accessModes, volumeModes } from './storage-texts.ts'

/** Validates access modes of volumes and claims; `missing` is the error when there are none. */
export function validateAccessModes(modes: readonly string[], missing: string): readonly FieldError[] {
  const path = 'spec.accessModes'
  const isPod = (mode: string): boolean => mode === 'ReadWriteOncePod'
  const others = modes.some((mode) => !isPod(mode) && accessModes.includes(mode))
  return [
    ...(modes.length === 0 ? [required(path, missing)] : []),
    ...modes.filter((mode) => !accessModes.includes(mode)).map((mode) => notSupported(path, mode, accessModes)),
    ...(modes.some(isPod) && others ? [forbidden(path, 'may not use ReadWriteOncePod with other access modes')] : []),
  ]
}

export const validateVolumeMode = (mode: string | undefined): readonly FieldError[] =>
  mode === undefined || volumeModes.includes(mode) ? [] : [notSupported('spec.volumeMode', mode, volumeModes)]
