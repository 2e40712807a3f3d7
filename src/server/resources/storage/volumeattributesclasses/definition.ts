import { type FieldError, forbidden, required } from '#api/field-error.ts'
import { deepEqual } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { storageV1 } from '#server/kinds/schemas/storage-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { validateParameters, validateProvisioner } from '#server/resources/storage/storageclasses/validation.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { VolumeAttributesClass } from '#server/kinds/types/storage-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'

/** Requires a driver and at least one parameter. [VAC1] */
const validate = ({ driverName = '', parameters = {} }: VolumeAttributesClass): readonly FieldError[] => [
  ...validateProvisioner(driverName, 'driverName'),
  ...validateParameters(parameters),
  ...(Object.keys(parameters).length === 0 ? [required('parameters', 'must contain at least one key/value pair')] : []),
]

function validateChange(next: VolumeAttributesClass, live: VolumeAttributesClass): readonly FieldError[] {
  const errors: FieldError[] = []
  if ((next.driverName ?? '') !== (live.driverName ?? ''))
    errors.push(forbidden('driverName', 'updates to driverName are forbidden.'))
  if (!deepEqual(next.parameters, live.parameters))
    errors.push(forbidden('parameters', 'updates to parameters are forbidden.'))
  return errors
}

const rules = { namespaced: false, validateName: dns1123SubdomainName, validate }

/** Driver and parameters are immutable. [VAC2] */
const strategy: Strategy<VolumeAttributesClass> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  validate,
  validateUpdate: (next, live) => [
    ...validateAgain(next, rules),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...validateChange(next, live),
    ...validateAgain(next, rules),
  ],
}

/** storage.orch.io/v1 VolumeAttributesClass: mutable attributes of volumes. [VAC1] */
export const volumeattributesclasses: ResourceDefinition = {
  group: 'storage.orch.io',
  version: 'v1',
  resource: 'volumeattributesclasses',
  singular: 'volumeattributesclass',
  kind: 'VolumeAttributesClass',
  namespaced: false,
  shortNames: ['vac'],
  verbs: storedVerbs,
  schema: storageV1.schema('VolumeAttributesClass'),
  strategy,
  returnsDeletedObject: true,
  columns: [
    nameColumn,
    kindColumn<VolumeAttributesClass>('DriverName', 'The name of the driver.', ({ driverName }) => driverName ?? ''),
    ageColumn,
  ],
}
