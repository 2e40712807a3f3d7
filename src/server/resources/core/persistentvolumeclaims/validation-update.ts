import { type FieldError, forbidden, invalid, key as keyOf, notSupported, required } from '#api/field-error.ts'
import { cloneJson, own } from '#api/json.ts'
import type { ObjectMeta } from '#api/object-meta.ts'
import { qualifiedName } from '#api/names.ts'
import { parseQuantity, quantityValue } from '#api/quantity.ts'
import { amountNames } from '#server/resources/parts/validation/amount-maps.ts'
import { compareAmounts } from '#server/resources/parts/validation/amounts.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { diffJson } from '#server/resources/parts/internal-types/unified-diff.ts'
import { storageClassAnnotation } from '#server/resources/parts/persistent-volumes/storage-texts.ts'
import { isNativeResource } from '#server/resources/parts/pod-spec/containers/resource-names.ts'
import { validateQuantity } from '#server/resources/parts/pod-spec/containers/resources.ts'
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '#server/kinds/types/core-v1.ts'
import { validateClaim } from '#server/resources/parts/persistent-volumes/claim-validation.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'

const specType = 'core.v1.PersistentVolumeClaimSpec'
const sizePath = 'spec.resources.requests.storage'
const attributesPath = 'spec.volumeAttributesClassName'

/** The spec is immutable, except that a bound claim may be expanded and change its volume attributes class. [PVC4] */
export function validateClaimUpdate(next: PersistentVolumeClaim, live: PersistentVolumeClaim): readonly FieldError[] {
  const [spec, liveSpec] = [next.spec ?? {}, live.spec ?? {}]
  return [
    ...validateClaim(next),
    ...changedClassAnnotation(next, live),
    ...changedSpec(next, live),
    ...shrunk(next, live),
    ...immutable(spec.volumeMode, liveSpec.volumeMode, 'volumeMode'),
    ...changedAttributesClass(spec, liveSpec),
  ]
}

const classOf = ({ annotations }: ObjectMeta): string | undefined => own(annotations, storageClassAnnotation)

/** Reports whether the storage class moves from its annotation to the field that replaced it. */
function movesToField(next: PersistentVolumeClaim, live: PersistentVolumeClaim): boolean {
  const [before, after] = [classOf(live.metadata), classOf(next.metadata)]
  if (before === undefined || live.spec?.storageClassName !== undefined) return false
  return next.spec?.storageClassName === before && (after === undefined || after === before)
}

function changedClassAnnotation(next: PersistentVolumeClaim, live: PersistentVolumeClaim): readonly FieldError[] {
  const [before, after] = [classOf(live.metadata) ?? '', classOf(next.metadata) ?? '']
  if (before === after || movesToField(next, live)) return []
  return [invalid(`metadata.annotations.${storageClassAnnotation}`, after, 'field is immutable')]
}

function changedSpec(next: PersistentVolumeClaim, live: PersistentVolumeClaim): readonly FieldError[] {
  const compared: PersistentVolumeClaimSpec = cloneJson(next.spec ?? {})
  const base: PersistentVolumeClaimSpec = cloneJson(live.spec ?? {})
  if ((base.volumeName ?? '') === '') base.volumeName = compared.volumeName
  if (movesToField(next, live)) delete compared.storageClassName
  else if (mayGetClass(next, live)) compared.storageClassName = base.storageClassName
  if (next.status?.phase === 'Bound') allowGrowth(compared, base)
  if (equalAs(specType, compared, base)) return []
  const diff = diffJson(internalForm(specType, base), internalForm(specType, compared))
  return [
    forbidden(
      'spec',
      `spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n${diff}`,
    ),
  ]
}

/** Copies the fields that a bound claim may change, so that they compare as equal. */
function allowGrowth(compared: PersistentVolumeClaimSpec, base: PersistentVolumeClaimSpec): void {
  const size = own(base.resources?.requests, 'storage')
  const requests = compared.resources?.requests
  if (requests !== undefined && size !== undefined) requests.storage = size
  if (compared.volumeAttributesClassName !== undefined) {
    compared.volumeAttributesClassName = base.volumeAttributesClassName
  }
}

/** A storage class may be assigned to a claim without one. */
function mayGetClass({ spec }: PersistentVolumeClaim, live: PersistentVolumeClaim): boolean {
  const before = classOf(live.metadata)
  if (spec?.storageClassName === undefined || live.spec?.storageClassName !== undefined) return false
  return before === undefined || before === spec.storageClassName
}

/** A request may shrink down to the capacity of the volume, so that an infeasible expansion can be cancelled. */
function shrunk(next: PersistentVolumeClaim, live: PersistentVolumeClaim): readonly FieldError[] {
  const size = own(next.spec?.resources?.requests, 'storage') ?? '0'
  const before = own(live.spec?.resources?.requests, 'storage') ?? '0'
  const actual = own(live.status?.capacity, 'storage') ?? '0'
  if (compareAmounts(size, before) >= 0 || compareAmounts(size, actual) > 0) return []
  return [forbidden(sizePath, 'field can not be less than status.capacity')]
}

function changedAttributesClass(
  spec: PersistentVolumeClaimSpec,
  live: PersistentVolumeClaimSpec,
): readonly FieldError[] {
  const { volumeAttributesClassName: name } = spec
  if (live.volumeAttributesClassName === undefined || name === live.volumeAttributesClassName) return []
  if (name === undefined) return [forbidden(attributesPath, 'update from non-nil value to nil is forbidden')]
  return name === '' ? [forbidden(attributesPath, 'update from non-nil value to an empty string is forbidden')] : []
}

const resizeStates = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].toSorted()

/** `status`: validates amounts and the state of an expansion. [PVC5] */
export function validateClaimStatus({ metadata, spec, status = {} }: PersistentVolumeClaim): readonly FieldError[] {
  const { capacity, allocatedResources, allocatedResourceStatuses: states } = status
  // In the singular, unlike the field.
  const statesPath = 'status.allocatedResourceStatus'
  const allocatedPath = 'status.allocatedResources'
  return [
    ...((metadata.resourceVersion ?? '') === '' ? [required('resourceVersion')] : []),
    ...((spec?.accessModes ?? []).length === 0 ? [required('Spec.accessModes')] : []),
    ...amountNames(capacity).flatMap((name) => notNegative(own(capacity, name) ?? '0', keyOf('status.capacity', name))),
    ...amountNames(states).flatMap((name) => [
      ...validateName(name, statesPath),
      ...(resizeStates.includes(own(states, name) ?? '') ? [] : [notSupported(statesPath, name, resizeStates)]),
    ]),
    ...amountNames(allocatedResources).flatMap((name) => {
      const errors = validateName(name, allocatedPath)
      const amount = own(allocatedResources, name) ?? '0'
      return errors.length > 0 ? errors : validateAllocated(amount, keyOf(allocatedPath, name))
    }),
  ]
}

function validateAllocated(amount: string, path: string): readonly FieldError[] {
  const errors = notNegative(amount, path)
  return errors.length > 0 ? errors : validateQuantity('storage', amount, path)
}

function notNegative(amount: string, path: string): readonly FieldError[] {
  const value = quantityValue(parseQuantity(amount))
  return value < 0n ? [invalid(path, Number(value), 'must be a valid resource quantity')] : []
}

function validateName(name: string, path: string): readonly FieldError[] {
  const errors = checkText(name, path, qualifiedName)
  if (errors.length > 0 || !isNativeResource(name) || name === 'storage') return errors
  return [notSupported(path, name, ['storage'])]
}
