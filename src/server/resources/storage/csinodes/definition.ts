import { child, duplicate, type FieldError, type FieldPath, index, invalid, required } from '#api/field-error.ts'
import { byteLength, dns1123SubdomainName, qualifiedName } from '#api/names.ts'
import { repetitionsIn } from '#api/repetitions.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { immutableAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import { storageV1 } from '#server/kinds/schemas/storage-v1.ts'
import { validateDriverName } from '#server/resources/parts/pod-spec/volumes/cloud-volumes.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { CSINode, CSINodeDriver } from '#server/kinds/types/storage-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'

const nodeIdBytesMax = 256

/** Validates the drivers of a node, whose names are unique. [CSN1] */
function validate({ spec = {} }: CSINode): readonly FieldError[] {
  const names = new Set<string>()
  return (spec.drivers ?? []).flatMap((driver, at) => {
    const { name = '' } = driver
    const path = index('spec.drivers', at)
    const isRepeated = names.has(name)
    names.add(name)
    return [
      ...validateDriverName(name, child(path, 'name')),
      ...validateNodeId(driver.nodeID ?? '', child(path, 'nodeID')),
      ...nonNegative(driver.allocatable?.count, child(path, 'allocatable', 'count')),
      ...(isRepeated ? [duplicate(child(path, 'name'), name)] : []),
      ...validateTopologyKeys(driver, path),
    ]
  })
}

const validateNodeId = (id: string, path: FieldPath): readonly FieldError[] => [
  ...(id === '' ? [required(path)] : []),
  ...(byteLength(id) > nodeIdBytesMax ? [invalid(path, id, `must be ${nodeIdBytesMax} characters or less`)] : []),
]

/** The reference reports errors at the driver instead of the key, and shows all keys of a driver with a malformed one. */
function validateTopologyKeys({ topologyKeys }: CSINodeDriver, path: FieldPath): readonly FieldError[] {
  const keys = topologyKeys ?? []
  const repeated = repetitionsIn(keys)
  return keys.flatMap((key, at) => [
    ...(key === '' ? [required(path)] : []),
    ...(repeated.has(at) ? [duplicate(path, key)] : []),
    ...qualifiedName(key).map((why) => invalid(path, [...keys], why)),
  ])
}

const rules = { namespaced: false, validateName: dns1123SubdomainName, validate }

/** Drivers may be added and removed; existing ones are immutable. Names in a stored object are unique. [CSN2] */
function validateChange(next: CSINode, live: CSINode): readonly FieldError[] {
  const changed = new Map<string, CSINodeDriver[]>()
  for (const driver of next.spec?.drivers ?? []) {
    const { name = '' } = driver
    const same = changed.get(name)
    if (same === undefined) changed.set(name, [driver])
    else same.push(driver)
  }
  const stored = new Map((live.spec?.drivers ?? []).map((driver) => [driver.name ?? '', driver]))
  return [...stored].flatMap(([name, before]) =>
    (changed.get(name) ?? []).flatMap((driver) =>
      immutableAs('storage.v1.CSINodeDriver', driver, before, 'spec.drivers'),
    ),
  )
}

const strategy: Strategy<CSINode> = {
  validateName: dns1123SubdomainName,
  allowUnconditionalUpdate: false,
  metadataOnUpdate: 'own',
  validate,
  validateUpdate: (next, live) => [
    ...validateAgain(next, rules),
    ...validateAgain(next, rules),
    ...validateChange(next, live),
  ],
}

/** storage.orch.io/v1 CSINode: the drivers on a node. [CSN1] */
export const csinodes: ResourceDefinition = {
  group: 'storage.orch.io',
  version: 'v1',
  resource: 'csinodes',
  singular: 'csinode',
  kind: 'CSINode',
  namespaced: false,
  verbs: storedVerbs,
  schema: storageV1.schema('CSINode'),
  strategy,
  returnsDeletedObject: true,
  columns: [
    nameColumn,
    kindColumn<CSINode>('Drivers', 'The number of drivers on the node.', ({ spec }) => spec?.drivers?.length ?? 0, {
      type: 'integer',
    }),
    ageColumn,
  ],
}
