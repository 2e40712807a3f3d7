import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { parseDuration } from '#go/duration.ts'
import type { Configuration } from './config-types.ts'
import type { Dialect } from './dialect.ts'
import {
  type ConfigField,
  type ConfigKind,
  type ConfigStruct,
  type ConfigType,
  isList,
  isStruct,
} from './kinds/config-field.ts'

type Filled = string | boolean | number | bigint | readonly Filled[] | { readonly [name: string]: Filled }

/**
 * Completes a decoded configuration: absent fields get their zero value, unset ones their default, and fields get
 * the names of our spelling. Durations become nanoseconds.
 */
export function fillSpec(kind: ConfigKind, decoded: JsonObject, dialect: Dialect): Configuration {
  // The schema ensures the shape that the types of config-types.ts declare.
  return { kind: kind.name, spec: fillStruct(kind.root, decoded, dialect) } as Configuration
}

function fillStruct(struct: ConfigStruct, decoded: JsonObject, dialect: Dialect): { readonly [name: string]: Filled } {
  const filled: { [name: string]: Filled } = {}
  for (const field of struct.fields) {
    const value = fillField(field, own(decoded, dialect.fieldName(field)), dialect)
    if (value !== undefined) filled[field.name] = value
  }
  return filled
}

function fillField(field: ConfigField, value: Json | undefined, dialect: Dialect): Filled | undefined {
  if (value === undefined || value === null) return field.isPointer === true ? defaultOf(field) : zero(field, dialect)
  const filled = fillValue(field.type, value, dialect)
  return filled === 0n && field.default !== undefined ? zero(field, dialect) : filled
}

/** Among pointers only booleans have a default: other pointers distinguish unset from empty. */
const defaultOf = (field: ConfigField): Filled | undefined =>
  field.type === 'bool' && field.default !== undefined ? field.default === 'true' : undefined

function zero({ type, default: written }: ConfigField, dialect: Dialect): Filled {
  if (type === 'string') return ''
  if (type === 'bool') return false
  if (type === 'int32') return 0
  if (type === 'duration') return parseDuration(written ?? '0s')
  return isList(type) ? [] : fillStruct(type, {}, dialect)
}

function fillValue(type: ConfigType, value: Json, dialect: Dialect): Filled {
  if (isStruct(type)) return fillStruct(type, isObject(value) ? value : {}, dialect)
  if (isList(type)) return (Array.isArray(value) ? value : []).map((item) => fillItem(type.items, item, dialect))
  if (type === 'duration') return parseDuration(typeof value === 'string' ? value : '0s')
  return typeof value === 'object' ? '' : (value ?? '')
}

const fillItem = (type: ConfigType, item: Json, dialect: Dialect): Filled =>
  item === null ? (isStruct(type) ? fillStruct(type, {}, dialect) : '') : fillValue(type, item, dialect)
