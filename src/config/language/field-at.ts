import type { Dialect } from '#config/dialect.ts'
import {
  type ConfigField,
  type ConfigKind,
  type ConfigStruct,
  type ConfigType,
  isList,
  isStruct,
} from '#config/kinds/config-field.ts'
import type { NodePath } from '#document/locate.ts'

/** The schema at a position. */
export interface SchemaPlace {
  /** The last field on the path; list indexes do not change it. */
  readonly field: ConfigField | undefined
  readonly type: ConfigType
}

const text: Omit<ConfigField, 'name' | 'doc'> = { type: 'string', since: '1.18', required: 'always' }

/** The fields of every kind: apiVersion and kind. */
export const metaFields = (kind: ConfigKind, dialect: Dialect): readonly ConfigField[] => [
  {
    ...text,
    name: 'apiVersion',
    doc: 'Group and version of the kind.',
    values: dialect.versionsOf(kind).map((value) => ({ value, doc: `The version that ${kind.name} has.` })),
  },
  { ...text, name: 'kind', doc: 'What the file configures.', values: [{ value: kind.name, doc: kind.doc }] },
]

/** Returns the fields of a struct in a spelling. */
export const fieldsOf = (struct: ConfigStruct, dialect: Dialect): readonly ConfigField[] =>
  struct.fields.filter((field) => dialect.hasNewerFields || field.isNewer !== true)

/** Returns the schema at a path; `undefined` if the kind has no such field. */
export function schemaAt(kind: ConfigKind, dialect: Dialect, path: NodePath): SchemaPlace | undefined {
  let place: SchemaPlace = { field: undefined, type: kind.root }
  for (const [depth, step] of path.entries()) {
    const next =
      typeof step === 'number'
        ? itemOf(place)
        : memberOf(place, step, depth === 0 ? metaFields(kind, dialect) : [], dialect)
    if (next === undefined) return undefined
    place = next
  }
  return place
}

const itemOf = ({ field, type }: SchemaPlace): SchemaPlace | undefined =>
  isList(type) ? { field, type: type.items } : undefined

function memberOf(
  { type }: SchemaPlace,
  name: string,
  more: readonly ConfigField[],
  dialect: Dialect,
): SchemaPlace | undefined {
  if (!isStruct(type)) return undefined
  const field = [...fieldsOf(type, dialect), ...more].find((each) => dialect.fieldName(each) === name)
  return field && { field, type: field.type }
}
