import { type Cursor, cursorAt } from '#document/cursor.ts'
import type { TextRange } from '#document/text-range.ts'
import { type FieldSchema, type KindId, schemaAt } from './open-schema.ts'

/** A completion item. */
export interface ManifestCompletion {
  readonly label: string
  readonly kind: 'field' | 'value'
  /** A one-line description. */
  readonly detail: string
  readonly doc: string
  /** The replacement for `range`, with `$0` and `${1:word}` placeholders in a snippet. */
  readonly insert: string
  readonly isSnippet: boolean
  readonly range: TextRange
}

/** Fields that only the server writes. */
const serverFields = new Set(['managedFields', 'selfLink', 'uid', 'creationTimestamp', 'deletionTimestamp'])

/** Returns the completions at an offset of an object's text. Never throws, whatever the text. [YE10] */
export function completeManifest(
  text: string,
  offset: number,
  schema: FieldSchema,
  kind: KindId,
): readonly ManifestCompletion[] {
  const cursor = cursorAt(text, offset)
  if (cursor === undefined) return []
  const range = { start: cursor.start, end: offset }
  const place = schemaAt(schema, cursor.path)
  if (place === undefined) return []
  const found = cursor.part === 'key' ? keysOf(place, cursor) : valuesOf(place, cursor, kind)
  return found.filter(({ label }) => matches(label, cursor.word)).map((item) => ({ ...item, range }))
}

type Unplaced = Omit<ManifestCompletion, 'range'>

const matches = (label: string, word: string): boolean =>
  label.toLowerCase().includes(word.toLowerCase().trim().replace(/^["']/, ''))

/** Returns the fields that are not set yet: those that begin with the word first, then required ones. */
function keysOf(place: FieldSchema, cursor: Cursor): readonly Unplaced[] {
  const { items } = place
  if (items !== undefined) return cursor.path.length === 0 ? [] : fieldsOf(items, cursor, '- ')
  return fieldsOf(place, cursor, '')
}

function fieldsOf(place: FieldSchema, cursor: Cursor, lead: string): readonly Unplaced[] {
  const word = cursor.word.toLowerCase()
  const isRoot = cursor.path.length === 0
  const present = lead === '' ? cursor.present : []
  const open = place.names.filter(
    (name) => !present.includes(name) && !(cursor.path[0] === 'metadata' && serverFields.has(name)),
  )
  const rank = (name: string): number =>
    (name.toLowerCase().startsWith(word) ? 0 : 2) + (isRoot && name === 'status' ? 1 : 0)
  const layout = { indent: ' '.repeat(cursor.column + lead.length), lead }
  return open
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((name) => {
      const field = place.field(name)
      return field === undefined ? [] : [fieldItem(name, field, place, layout)]
    })
}

interface Layout {
  /** Spaces before the field's name. */
  readonly indent: string
  /** `- ` for a new item of a list. */
  readonly lead: string
}

function fieldItem(name: string, field: FieldSchema, owner: FieldSchema, { indent, lead }: Layout): Unplaced {
  const isMapping = field.types[0] === 'object' && field.types.length === 1
  const below = isMapping ? `\n${indent}  $0` : field.types[0] === 'array' ? `\n${indent}- $0` : ' $0'
  return {
    label: name,
    kind: 'field',
    detail: typeText(field, owner.required.includes(name)),
    doc: field.doc,
    insert: `${lead}${name}:${below}`,
    isSnippet: true,
  }
}

/** `list of Container, required`. */
export const typeText = (field: FieldSchema, isRequired: boolean): string =>
  `${field.typeName}${field.format === '' ? '' : ` (${field.format})`}${isRequired ? ', required' : ''}`

function valuesOf(place: FieldSchema, cursor: Cursor, kind: KindId): readonly Unplaced[] {
  const name = cursor.field ?? ''
  const owner = place.items ?? place
  const field = owner.field(name) ?? owner.entries
  if (field === undefined) return []
  const value = (label: string, detail: string): Unplaced => ({
    label,
    kind: 'value',
    detail,
    doc: field.doc,
    insert: label,
    isSnippet: false,
  })
  if (cursor.path.length === 0 && name === 'kind') return [value(kind.kind, 'the kind of this object')]
  if (cursor.path.length === 0 && name === 'apiVersion')
    return [value(kind.group === '' ? kind.version : `${kind.group}/${kind.version}`, 'group and version')]
  if (field.types.includes('boolean')) return [value('true', 'boolean'), value('false', 'boolean')]
  return field.values.map((each) =>
    value(String(each), each === field.default ? `${field.typeName}, the default` : field.typeName),
  )
}
