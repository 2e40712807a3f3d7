import type { Schema, StructField, StructSchema } from '#schema/schema.ts'
import type { Dialect } from './dialect.ts'
import {
  type ConfigField,
  type ConfigKind,
  type ConfigStruct,
  type ConfigType,
  isList,
  isStruct,
} from './kinds/config-field.ts'

const compiled = new WeakMap<Dialect, Map<string, StructSchema>>()

/** Returns the schema with which a kind is decoded; `version` is that of the file, and appears in errors. */
export function kindSchema(kind: ConfigKind, dialect: Dialect, version: string): StructSchema {
  const known = compiled.get(dialect) ?? new Map<string, StructSchema>()
  compiled.set(dialect, known)
  const key = `${version}.${kind.name}`
  const schema = known.get(key) ?? compileRoot(kind, dialect, version)
  known.set(key, schema)
  return schema
}

const text: ConfigField = { name: '', type: 'string', since: '', doc: '' }

function compileRoot(kind: ConfigKind, dialect: Dialect, version: string): StructSchema {
  const meta = ['apiVersion', 'kind'].map((name) => ({ ...text, name }))
  return compileStruct({ ...kind.root, fields: [...meta, ...kind.root.fields] }, dialect, version)
}

function compileStruct(struct: ConfigStruct, dialect: Dialect, version: string): StructSchema {
  const fields = struct.fields.filter((field) => dialect.hasNewerFields || field.isNewer !== true)
  const compiledFields = fields.map((field) => compileField(field, dialect, version))
  return {
    type: 'struct',
    name: `${version}.${struct.goName}`,
    fields: new Map(compiledFields.map((field) => [field.name, field])),
  }
}

function compileField(field: ConfigField, dialect: Dialect, version: string): StructField {
  return {
    name: dialect.fieldName(field),
    schema: compileType(field.type, dialect, version, field.goType),
    pointer: field.isPointer === true,
    omitEmpty: false,
    required: field.required === 'always',
  }
}

function compileType(type: ConfigType, dialect: Dialect, version: string, goType?: string): Schema {
  if (isStruct(type)) return compileStruct(type, dialect, version)
  if (isList(type)) return { type: 'list', items: compileType(type.items, dialect, version) }
  if (type === 'duration') return { type: 'scalar', scalar: 'Duration' }
  const scalar = type === 'bool' ? 'boolean' : type
  return {
    type: 'scalar',
    scalar,
    ...(goType !== undefined && type === 'string' && { goName: `${version}.${goType}` }),
  }
}
