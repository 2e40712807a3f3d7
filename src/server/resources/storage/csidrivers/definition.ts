import { dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { storageV1 } from '#server/kinds/schemas/storage-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { countSpecChange } from '#server/resources/parts/spec-generation.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { CSIDriver } from '#server/kinds/types/storage-v1.ts'
import { validate } from './validation.ts'

/** Sets the defaults of a driver. [CSD1] */
function setDefaults(next: CSIDriver): void {
  const spec = (next.spec ??= {})
  spec.attachRequired ??= true
  spec.podInfoOnMount ??= false
  spec.storageCapacity ??= false
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
  spec.requiresRepublish ??= false
  spec.seLinuxMount ??= false
}

/** Drops the field of a disabled feature unless the live object has it. */
function dropUpdatePeriod(next: CSIDriver, live: CSIDriver | null): void {
  if (live?.spec?.nodeAllocatableUpdatePeriodSeconds === undefined) delete next.spec?.nodeAllocatableUpdatePeriodSeconds
}

/** attachRequired and lifecycle modes are immutable. [CSD3] */
const strategy: Strategy<CSIDriver> = {
  validateName: dns1123SubdomainName,
  allowUnconditionalUpdate: false,
  metadataOnUpdate: 'own',
  default: setDefaults,
  prepareForCreate: (next) => dropUpdatePeriod(next, null),
  validate,
  prepareForUpdate(next, live) {
    dropUpdatePeriod(next, live)
    countSpecChange(next, live)
  },
  validateUpdate: (next, live) => [
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...validate(next),
    ...immutable(next.spec?.attachRequired, live.spec?.attachRequired, 'spec.attachedRequired'),
    ...immutable(next.spec?.volumeLifecycleModes, live.spec?.volumeLifecycleModes, 'spec.volumeLifecycleModes'),
  ],
}

const audiences = ({ spec }: CSIDriver): string =>
  spec?.tokenRequests?.length ? spec.tokenRequests.map(({ audience = '' }) => audience).join(',') : '<unset>'

/** storage.orch.io/v1 CSIDriver: the capabilities of a driver. [CSD1] */
export const csidrivers: ResourceDefinition = {
  group: 'storage.orch.io',
  version: 'v1',
  resource: 'csidrivers',
  singular: 'csidriver',
  kind: 'CSIDriver',
  namespaced: false,
  verbs: storedVerbs,
  schema: storageV1.schema('CSIDriver'),
  strategy,
  returnsDeletedObject: true,
  /** [CSD4] */
  columns: [
    nameColumn,
    choice(
      'AttachRequired',
      'True if volumes must be attached before they are mounted.',
      ({ spec }) => spec?.attachRequired ?? true,
    ),
    choice(
      'PodInfoOnMount',
      'True if the driver gets information about the pod.',
      ({ spec }) => spec?.podInfoOnMount ?? false,
    ),
    choice(
      'StorageCapacity',
      'True if the driver publishes its capacity.',
      ({ spec }) => spec?.storageCapacity ?? false,
    ),
    kindColumn<CSIDriver>('TokenRequests', 'The audiences of the tokens that the driver gets.', audiences),
    choice(
      'RequiresRepublish',
      'True if the driver is called periodically while a volume is mounted.',
      ({ spec }) => spec?.requiresRepublish ?? false,
    ),
    kindColumn<CSIDriver>('Modes', 'The volume lifecycle modes.', ({ spec }) =>
      (spec?.volumeLifecycleModes ?? []).join(','),
    ),
    ageColumn,
  ],
}

function choice(
  name: string,
  description: string,
  cell: (driver: CSIDriver) => boolean,
): ReturnType<typeof kindColumn<CSIDriver>> {
  return kindColumn<CSIDriver>(name, description, cell, { type: 'boolean' })
}
