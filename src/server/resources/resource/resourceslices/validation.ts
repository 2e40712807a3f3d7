import { child, type FieldError, type FieldPath, invalid, key, required, tooLong } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { byteLength, dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { validatePoolName, validateQualifiedName, validateSet } from '#server/resources/parts/devices/lists.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { validateNodeSelector } from '#server/resources/parts/pod-spec/scheduling/affinity.ts'
import { validateDriverName } from '#server/resources/parts/pod-spec/volumes/cloud-volumes.ts'
import type {
  Device,
  DeviceAttribute,
  ResourcePool,
  ResourceSlice,
  ResourceSliceSpec,
} from '#server/kinds/types/resource-v1.ts'

const devicesMax = 128
const propertiesMax = 32
const valueBytesMax = 64

/** Validates the devices of one driver in one pool, for one or more nodes. [DRA6] */
export const validate = ({ spec = {} }: ResourceSlice, live: ResourceSlice | null): readonly FieldError[] => [
  ...validateDriverName(spec.driver ?? '', 'spec.driver'),
  ...validatePool(spec.pool ?? {}, 'spec.pool'),
  ...(live === null ? [] : validateChange(spec, live.spec ?? {})),
  ...validatePlace(spec),
  ...validateSet(
    spec.devices ?? [],
    { max: devicesMax, check: validateDevice, key: ({ name = '' }) => name, keyName: 'name' },
    'spec.devices',
  ),
]

function validatePool(pool: ResourcePool, path: FieldPath): readonly FieldError[] {
  const { name = '', resourceSliceCount: count = 0, generation = 0 } = pool
  return [
    ...validatePoolName(name, child(path, 'name')),
    ...(count <= 0 ? [invalid(child(path, 'resourceSliceCount'), count, 'must be greater than zero')] : []),
    ...(generation < 0
      ? [invalid(child(path, 'generation'), generation, 'must be greater than or equal to zero')]
      : []),
  ]
}

const validateChange = (next: ResourceSliceSpec, live: ResourceSliceSpec): readonly FieldError[] => [
  ...immutable(next.pool?.name ?? '', live.pool?.name ?? '', 'spec.pool.name'),
  ...immutable(next.driver ?? '', live.driver ?? '', 'spec.driver'),
  ...immutable(next.nodeName, live.nodeName, 'spec.nodeName'),
]

const placeText = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'

function validatePlace({ nodeName, nodeSelector, allNodes }: ResourceSliceSpec): readonly FieldError[] {
  // An empty name and `false` are refused, and do not count as set.
  const given = Object.entries({ nodeName, nodeSelector, allNodes })
    .filter(([, value]) => value !== undefined && value !== '' && value !== false)
    .map(([name]) => `\`${name}\``)
  const errors = [
    ...(nodeName === undefined ? [] : validateNodeName(nodeName)),
    ...(nodeSelector === undefined ? [] : validateSelector(nodeSelector)),
    ...(allNodes === false ? [invalid('spec.allNodes', false, 'must be either unset or set to true')] : []),
  ]
  if (given.length === 0) return [...errors, required('spec', placeText)]
  return given.length === 1
    ? errors
    : [...errors, invalid('spec', `{${given.join(', ')}}`, `${placeText}, but multiple fields are set`)]
}

const validateNodeName = (name: string): readonly FieldError[] =>
  name === ''
    ? [invalid('spec.nodeName', name, 'must be either unset or set to a non-empty string')]
    : checkText(name, 'spec.nodeName', dns1123Subdomain)

function validateSelector(selector: NonNullable<ResourceSliceSpec['nodeSelector']>): readonly FieldError[] {
  const path = 'spec.nodeSelector'
  const terms = selector.nodeSelectorTerms ?? []
  return [
    ...validateNodeSelector(selector, path),
    ...(terms.length === 1
      ? []
      : [
          invalid(
            child(path, 'nodeSelectorTerms'),
            selector.nodeSelectorTerms === undefined
              ? null
              : terms.map((term) => internalForm('core.v1.NodeSelectorTerm', term)),
            'must have exactly one node selector term',
          ),
        ]),
  ]
}

function validateDevice(device: Device, path: FieldPath): readonly FieldError[] {
  const { name = '', attributes = {}, capacity = {} } = device
  const count = Object.keys(attributes).length + Object.keys(capacity).length
  const at = child(path, 'attributes')
  return [
    ...checkText(name, child(path, 'name'), dns1123Label),
    ...Object.keys(attributes)
      .toSorted()
      .flatMap((each) => [
        ...validateQualifiedName(each, key(at, each)),
        ...validateAttribute(own(attributes, each) ?? {}, key(at, each)),
      ]),
    ...Object.keys(capacity)
      .toSorted()
      .flatMap((each) => validateQualifiedName(each, key(child(path, 'capacity'), each))),
    ...(count > propertiesMax
      ? [invalid(path, count, `the total number of attributes and capacities must not exceed ${propertiesMax}`)]
      : []),
  ]
}

const version =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/

/** Requires exactly one value. */
function validateAttribute(attribute: DeviceAttribute, path: FieldPath): readonly FieldError[] {
  const given = (['bool', 'int', 'string', 'version'] as const).filter((type) => attribute[type] !== undefined)
  const errors = [
    ...tooLongValue(attribute.string, child(path, 'string')),
    ...(attribute.version === undefined || version.test(attribute.version)
      ? []
      : [invalid(child(path, 'version'), attribute.version, 'must be a string compatible with semver.org spec 2.0.0')]),
    ...tooLongValue(attribute.version, child(path, 'version')),
  ]
  const one = 'exactly one value must be specified'
  if (given.length === 0) return [...errors, required(path, one)]
  const shown = {
    IntValue: attribute.int ?? null,
    BoolValue: attribute.bool ?? null,
    StringValue: attribute.string ?? null,
    VersionValue: attribute.version ?? null,
  }
  return given.length === 1 ? errors : [...errors, invalid(path, shown, one)]
}

const tooLongValue = (value: string | undefined, path: FieldPath): readonly FieldError[] =>
  byteLength(value ?? '') > valueBytesMax ? [tooLong(path, valueBytesMax)] : []
