import { child, type FieldError, type FieldPath, invalid, required } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { amountSign } from '#server/resources/parts/validation/amounts.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { validateAccessModes, validateVolumeMode } from './access-modes.ts'
import { validateQuantity } from '#server/resources/parts/pod-spec/containers/resources.ts'
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  TypedObjectReference,
} from '#server/kinds/types/core-v1.ts'

/** Validates the spec of an ephemeral volume claim template: the same rules at another path. */
export const validateClaimSpec = (spec: PersistentVolumeClaimSpec, path: FieldPath): readonly FieldError[] =>
  validateClaim({ metadata: {}, spec }).map((error) => ({
    ...error,
    field: `${path}${error.field.slice('spec'.length)}`,
  }))

/** Validates the spec of a claim. [PVC1] */
export function validateClaim({ spec = {} }: PersistentVolumeClaim): readonly FieldError[] {
  const { volumeAttributesClassName: attributesClass = '', storageClassName = '' } = spec
  const [modes, ...others] = splitModes(spec)
  return [
    ...(modes ?? []),
    ...validateLabelSelector(spec.selector, 'spec.selector'),
    ...others.flat(),
    ...validateStorage(spec),
    ...(storageClassName === '' ? [] : checkText(storageClassName, 'spec.storageClassName', dns1123Subdomain)),
    ...validateVolumeMode(spec.volumeMode),
    ...(spec.dataSource === undefined ? [] : validateSource(spec.dataSource, 'spec.dataSource')),
    ...(spec.dataSourceRef === undefined ? [] : validateSource(spec.dataSourceRef, 'spec.dataSourceRef')),
    ...validateBothSources(spec),
    ...(attributesClass === '' ? [] : checkText(attributesClass, 'spec.volumeAttributesClassName', dns1123Subdomain)),
  ]
}

/** Missing access modes are reported before the selector is validated, other errors after it. */
function splitModes({ accessModes = [] }: PersistentVolumeClaimSpec): readonly (readonly FieldError[])[] {
  const errors = validateAccessModes(accessModes, 'at least 1 access mode is required')
  return accessModes.length === 0 ? [errors] : [[], errors]
}

function validateStorage({ resources }: PersistentVolumeClaimSpec): readonly FieldError[] {
  const path = 'spec.resources[storage]'
  const storage = own(resources?.requests, 'storage')
  if (storage === undefined) return [required(path)]
  return amountSign(storage) > 0
    ? validateQuantity('storage', storage, path)
    : [invalid(path, storage, 'must be greater than zero')]
}

function validateSource(source: TypedObjectReference, path: FieldPath): readonly FieldError[] {
  const { apiGroup = '', kind = '', name = '', namespace = '' } = source
  return [
    ...(name === '' ? [required(child(path, 'name'))] : []),
    ...(kind === '' ? [required(child(path, 'kind'))] : []),
    ...(apiGroup === '' && kind !== 'PersistentVolumeClaim'
      ? [invalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")]
      : []),
    ...(apiGroup === '' ? [] : checkText(apiGroup, child(path, 'apiGroup'), dns1123Subdomain)),
    ...(namespace === '' ? [] : checkText(namespace, child(path, 'namespace'), dns1123Label)),
  ]
}

function validateBothSources({ dataSource, dataSourceRef }: PersistentVolumeClaimSpec): readonly FieldError[] {
  if (dataSource === undefined || dataSourceRef === undefined) return []
  // The reference reports the path itself as the invalid value; a path prints as an empty object.
  const differs = (text: string): readonly FieldError[] => [invalid('spec', {}, text)]
  if ((dataSourceRef.namespace ?? '') !== '') {
    return differs('may not be specified when dataSourceRef.namespace is specified')
  }
  const same = (['apiGroup', 'kind', 'name'] as const).every((field) => dataSource[field] === dataSourceRef[field])
  return same ? [] : differs('must match dataSourceRef')
}
