import { type FieldError, invalid } from '#api/field-error.ts'
import { validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { dns1123Subdomain, dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { amountSign } from '#server/resources/parts/validation/amounts.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { shownSelector } from '#server/resources/parts/internal-types/shown-selector.ts'
import { selectorWarnings } from '#server/resources/parts/pod-spec/scheduling/deprecated-labels.ts'
import { storageV1 } from '#server/kinds/schemas/storage-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { createdAtColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { CSIStorageCapacity } from '#server/kinds/types/storage-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'

/** [CSC1] */
const validate = ({ nodeTopology, storageClassName = '', capacity }: CSIStorageCapacity): readonly FieldError[] => [
  ...validateLabelSelector(nodeTopology, 'nodeTopology'),
  ...checkText(storageClassName, 'storageClassName', dns1123Subdomain),
  ...(capacity !== undefined && amountSign(capacity) < 0
    ? [invalid('capacity', capacity, 'must be greater than or equal to 0')]
    : []),
]

const rules = { namespaced: true, validateName: dns1123SubdomainName, validate }

/** Topology and class are immutable; only the capacity changes. [CSC2] [NL1] */
const strategy: Strategy<CSIStorageCapacity> = {
  validateName: dns1123SubdomainName,
  allowUnconditionalUpdate: false,
  metadataOnUpdate: 'own',
  warnings: ({ nodeTopology }) => selectorWarnings(nodeTopology, 'nodeTopology'),
  validate,
  validateUpdate: (next, live) => [
    ...validateAgain(next, rules),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...immutable(next.nodeTopology, live.nodeTopology, 'nodeTopology', shownSelector(next.nodeTopology)),
    ...immutable(next.storageClassName ?? '', live.storageClassName ?? '', 'storageClassName'),
  ],
}

/** storage.orch.io/v1 CSIStorageCapacity: the available capacity of a storage class in a topology segment. [CSC1] */
export const csistoragecapacities: ResourceDefinition = {
  group: 'storage.orch.io',
  version: 'v1',
  resource: 'csistoragecapacities',
  singular: 'csistoragecapacity',
  kind: 'CSIStorageCapacity',
  namespaced: true,
  verbs: storedVerbs,
  schema: storageV1.schema('CSIStorageCapacity'),
  strategy,
  columns: [nameColumn, createdAtColumn],
}
