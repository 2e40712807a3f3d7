import { dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { keepMetadata } from '#server/resources/parts/kept-metadata.ts'
import { immutableAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { storageV1 } from '#server/kinds/schemas/storage-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { VolumeAttachment } from '#server/kinds/types/storage-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'
import { keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { validate, validateNew } from './validation.ts'

const rules = { namespaced: false, validateName: dns1123SubdomainName, validate }

/** The spec is immutable, and the outcome is in the status. [VAT2] */
const strategy: Strategy<VolumeAttachment> = {
  validateName: dns1123SubdomainName,
  allowUnconditionalUpdate: false,
  metadataOnUpdate: 'own',
  prepareForCreate(next) {
    next.status = {}
  },
  validate: (next) => [...validate(next), ...validateNew(next)],
  prepareForUpdate: keepStatus,
  validateUpdate: (next, live) => [
    ...validateAgain(next, rules),
    ...validateAgain(next, rules),
    ...immutableAs('storage.v1.VolumeAttachmentSpec', next.spec, live.spec, 'spec'),
  ],
}

/** Error codes belong to a feature that is off by default in 1.34: they are dropped before validation. [VAT4] */
function dropErrorCodes({ status }: VolumeAttachment): void {
  for (const error of [status?.attachError, status?.detachError]) delete error?.errorCode
}

const statusStrategy: Strategy<VolumeAttachment> = {
  ...strategy,
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    keepMetadata(next, live)
    dropErrorCodes(next)
  },
  resetFields: [['metadata'], ['spec']],
}

/** storage.orch.io/v1 VolumeAttachment: attaches a volume to a node. [VAT1] */
export const volumeattachments: ResourceDefinition = {
  group: 'storage.orch.io',
  version: 'v1',
  resource: 'volumeattachments',
  singular: 'volumeattachment',
  kind: 'VolumeAttachment',
  namespaced: false,
  verbs: storedVerbs,
  schema: storageV1.schema('VolumeAttachment'),
  strategy,
  returnsDeletedObject: true,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    {
      ...kindColumn<VolumeAttachment>(
        'Attacher',
        'The name of the driver that attaches the volume.',
        ({ spec }) => spec?.attacher ?? '',
      ),
      format: 'name',
    },
    kindColumn<VolumeAttachment>(
      'PV',
      'The name of the persistent volume.',
      ({ spec }) => spec?.source?.persistentVolumeName ?? '',
    ),
    kindColumn<VolumeAttachment>('Node', 'The name of the node.', ({ spec }) => spec?.nodeName ?? ''),
    kindColumn<VolumeAttachment>(
      'Attached',
      'True if the volume is attached.',
      ({ status }) => status?.attached ?? false,
      {
        type: 'boolean',
      },
    ),
    ageColumn,
  ],
}
