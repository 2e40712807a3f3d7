import { celTypes, type CelType, type CelTypeKind } from '#cel/cel-type.ts'
import {
  CelDuration,
  CelList,
  CelMap,
  CelOpaque,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  isFailure,
  type CelValue,
} from './value.ts'

const listType = celTypes.list(celTypes.dyn)
const mapType = celTypes.map(celTypes.dyn, celTypes.dyn)
const optionalType = celTypes.optional(celTypes.dyn)
const typeType: CelType = { kind: 'type', name: 'type', params: [] }

/** The type of a value at run time; elements of lists and maps are dyn. */
export function typeOf(value: CelValue): CelType {
  switch (typeof value) {
    case 'boolean':
      return celTypes.bool
    case 'string':
      return celTypes.string
    case 'bigint':
      return celTypes.int
    case 'number':
      return celTypes.double
    default:
      return value === null ? celTypes.null : typeOfObject(value)
  }
}

function typeOfObject(value: CelValue & object): CelType {
  if (value instanceof CelList) return listType
  if (value instanceof CelMap)
    return value.typeName === 'map' ? mapType : { kind: 'object', name: value.typeName, params: [] }
  if (value instanceof CelUint) return celTypes.uint
  if (value instanceof Uint8Array) return celTypes.bytes
  if (value instanceof CelTimestamp) return celTypes.timestamp
  if (value instanceof CelDuration) return celTypes.duration
  if (value instanceof CelOptional) return optionalType
  if (value instanceof CelTypeValue) return typeType
  return value.type
}

/** Names of the reference's own types in Go, by the kind of CEL type. */
const goNames: ReadonlyMap<CelTypeKind, string> = new Map([
  ['bool', 'types.Bool'],
  ['int', 'types.Int'],
  ['uint', 'types.Uint'],
  ['double', 'types.Double'],
  ['string', 'types.String'],
  ['bytes', 'types.Bytes'],
  ['null', 'types.Null'],
  ['timestamp', 'types.Timestamp'],
  ['duration', 'types.Duration'],
  ['type', '*types.Type'],
])

/** The name of a value's type in Go, which some messages print: `types.Int`. */
export const goTypeNameOf = (value: CelValue): string =>
  value instanceof CelOptional ? '*types.Optional' : (goNames.get(typeOf(value).kind) ?? typeNameOf(value))

/** The type name of a value in messages: `list`, `int`, `google.protobuf.Timestamp`. */
export function typeNameOf(value: CelValue): string {
  const type = typeOf(value)
  if (type.kind === 'timestamp') return 'google.protobuf.Timestamp'
  return type.kind === 'duration' ? 'google.protobuf.Duration' : type.name
}

const anyKind: ReadonlySet<CelTypeKind> = new Set(['dyn', 'any', 'param', 'error'])

/** Reports whether a function declared for `type` accepts the value. */
export function isOfType(value: CelValue, type: CelType): boolean {
  if (anyKind.has(type.kind)) return true
  switch (type.kind) {
    case 'list':
      return value instanceof CelList && isListOf(value, type)
    case 'map':
      return value instanceof CelMap && isMapOf(value, type)
    case 'object':
      return value instanceof CelMap && value.typeName === type.name
    case 'opaque':
      return isOptional(value, type) || (value instanceof CelOpaque && value.type.name === type.name)
    default:
      return typeOf(value).kind === type.kind
  }
}

/** The first element stands for all, as in the reference. */
const isListOf = (list: CelList, { params: [element] }: CelType): boolean =>
  element === undefined || anyKind.has(element.kind) || list.size === 0 || isOfType(list.at(0), element)

function isMapOf(map: CelMap, { params: [keyType, valueType] }: CelType): boolean {
  if (keyType === undefined || valueType === undefined) return true
  if (anyKind.has(keyType.kind) && anyKind.has(valueType.kind)) return true
  const [first] = map.keys()
  if (first === undefined) return true
  const value = map.get(first)
  return isOfType(first, keyType) && (value === undefined || isFailure(value) || isOfType(value, valueType))
}

const isOptional = (value: CelValue, type: CelType): boolean =>
  value instanceof CelOptional && type.name === 'optional_type'
