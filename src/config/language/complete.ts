import type { Dialect } from '#config/dialect.ts'
import {
  type ConfigField,
  type ConfigStruct,
  type ConfigType,
  type KindName,
  type Snippet,
  isList,
  isStruct,
} from '#config/kinds/config-field.ts'
import { configKinds } from '#config/kinds/kinds.ts'
import type { TextRange } from '#document/text-range.ts'
import { completeExpression } from './complete-expression.ts'
import { type Cursor, cursorAt } from '#document/cursor.ts'
import { fieldsOf, metaFields, schemaAt } from './field-at.ts'
import { kindOfText } from './kind-of-text.ts'

/** A completion item. */
export interface Completion {
  readonly label: string
  readonly kind: 'field' | 'value' | 'snippet' | 'variable' | 'function'
  /** A one-line description. */
  readonly detail: string
  readonly doc: string
  /** The replacement for `range`; a snippet contains `$1` and `${2:word}`. */
  readonly insert: string
  readonly isSnippet: boolean
  readonly range: TextRange
}

/** Returns the completions at an offset of a file. Never throws, whatever the text. */
export function complete(
  text: string,
  offset: number,
  options: { readonly kind?: KindName } = {},
): readonly Completion[] {
  const cursor = cursorAt(text, offset)
  if (cursor === undefined) return []
  const { kind, dialect } = kindOfText(text, options.kind)
  const range = { start: cursor.start, end: offset }
  if (kind === undefined) return cursor.path.length === 0 ? starters(cursor, range) : []
  const place = schemaAt(kind, dialect, cursor.path)
  if (place === undefined) return []
  if (cursor.part === 'key') {
    const more = cursor.path.length === 0 ? metaFields(kind, dialect) : []
    const found = keysOf(place.type, more, cursor, dialect).map((item) => ({ ...item, range }))
    return found.filter(({ label }) => matches(label, cursor.word))
  }
  const field =
    memberOf(place.type, cursor, dialect) ?? metaFields(kind, dialect).find(({ name }) => name === cursor.field)
  return field === undefined ? [] : valuesOf(field, cursor, dialect, offset)
}

type Unplaced = Omit<Completion, 'range'>

const matches = (label: string, word: string): boolean => label.toLowerCase().includes(word.toLowerCase().trim())

function memberOf(type: ConfigType, cursor: Cursor, dialect: Dialect): ConfigField | undefined {
  const struct = isList(type) ? type.items : type
  return isStruct(struct)
    ? fieldsOf(struct, dialect).find((field) => dialect.fieldName(field) === cursor.field)
    : undefined
}

/** Returns completions for fields that are not set yet, and snippets. */
function keysOf(type: ConfigType, more: readonly ConfigField[], cursor: Cursor, dialect: Dialect): readonly Unplaced[] {
  if (isList(type)) return isStruct(type.items) ? snippetsOf(type.items, cursor, '- ', dialect) : []
  if (!isStruct(type)) return []
  const fields = [...more, ...fieldsOf(type, dialect)].filter(
    (field) => !cursor.present.includes(dialect.fieldName(field)),
  )
  const pieces = cursor.isNewItem || cursor.present.length === 0 ? snippetsOf(type, cursor, '', dialect) : []
  return [
    ...fields.map((field) => fieldItem(field, cursor, dialect)),
    ...fields.flatMap((field) => field.snippets ?? []).map((snippet) => snippetItem(snippet, cursor, '', dialect)),
    ...pieces,
  ]
}

const snippetsOf = (struct: ConfigStruct, cursor: Cursor, lead: string, dialect: Dialect): readonly Unplaced[] =>
  (struct.snippets ?? []).map((snippet) => snippetItem(snippet, cursor, lead, dialect))

function snippetItem({ label, doc, lines }: Snippet, cursor: Cursor, lead: string, dialect: Dialect): Unplaced {
  const indent = ' '.repeat(cursor.column + lead.length)
  const spoken = dialect.name === 'orch' ? lines : lines.map(inOriginalWords)
  const insert = lead + spoken.map((line, at) => (at === 0 ? line : indent + line)).join('\n')
  return {
    label,
    kind: 'snippet',
    detail: doc,
    doc: spoken.join('\n').replaceAll(/\$\{\d+:([^}]*)\}/g, '$1'),
    insert,
    isSnippet: true,
  }
}

const inOriginalWords = (line: string): string =>
  line
    .replaceAll('OrchConfigFile', 'KubeConfigFile')
    .replaceAll('orchConfigFile', 'kubeConfigFile')
    .replaceAll('/etc/orch', '/etc/kubernetes')
    .replaceAll('orch-system', 'kube-system')

function fieldItem(field: ConfigField, cursor: Cursor, dialect: Dialect): Unplaced {
  const name = dialect.fieldName(field)
  const indent = ' '.repeat(cursor.column)
  const below = isStruct(field.type)
    ? `\n${indent}  $0`
    : isList(field.type)
      ? `\n${indent}- $0`
      : field.default === undefined
        ? ' $0'
        : ` \${0:${field.default}}`
  return {
    label: name,
    kind: 'field',
    detail: typeText(field),
    doc: field.doc,
    insert: `${name}:${below}`,
    isSnippet: true,
  }
}

/** Describes a field's type: `list of string, required`. */
export function typeText(field: ConfigField): string {
  const need = field.required === 'always' ? ', required' : field.required === 'sometimes' ? ', sometimes required' : ''
  return `${nameOfType(field.type)}${need}`
}

function nameOfType(type: ConfigType): string {
  if (isList(type)) return `list of ${nameOfType(type.items)}`
  return isStruct(type) ? type.goName : type
}

function valuesOf(field: ConfigField, cursor: Cursor, dialect: Dialect, offset: number): readonly Completion[] {
  if (field.expression !== undefined) return completeExpression(field.expression, cursor, offset)
  const range = { start: cursor.start, end: offset }
  const value = (label: string, doc: string): Completion => ({
    label,
    kind: 'value',
    detail: doc,
    doc,
    insert: label,
    isSnippet: false,
    range,
  })
  const known =
    field.type === 'bool'
      ? [value('true', field.doc), value('false', field.doc)]
      : (field.values ?? []).map((each) =>
          value(dialect.name === 'kubernetes' ? (each.originalValue ?? each.value) : each.value, each.doc),
        )
  return known.filter(({ label }) => matches(label, cursor.word))
}

/** Returns a starter file for each kind. */
const starters = (cursor: Cursor, range: TextRange): readonly Completion[] =>
  cursor.part === 'value'
    ? []
    : configKinds.map(({ name, doc, starter }) => ({
        label: name,
        kind: 'snippet',
        detail: doc,
        doc: starter.doc,
        insert: ['apiVersion: apiserver.orch.io/v1beta1', `kind: ${name}`, ...starter.lines].join('\n'),
        isSnippet: true,
        range,
      }))
