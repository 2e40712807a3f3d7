import { type Cursor, cursorAt } from '#document/cursor.ts'
import { nodeAt } from '#document/node-at.ts'
import { readDocument } from '#document/read-document.ts'
import type { TextRange } from '#document/text-range.ts'
import { type LessonField, lessonFields } from './lesson-schema.ts'

/** A completion of lesson.yaml. */
export interface LessonCompletion {
  readonly label: string
  readonly kind: 'field' | 'value'
  readonly detail: string
  readonly doc: string
  readonly insert: string
  readonly isSnippet: boolean
  readonly range: TextRange
}

export interface LessonHover {
  readonly range: TextRange
  readonly title: string
  readonly doc: string
  readonly facts: readonly string[]
}

const root: LessonField = { name: '', doc: '', fields: lessonFields }

/** Returns the field at a path; the item of a list is described by the list. */
function fieldAt(path: readonly (string | number)[]): LessonField | undefined {
  let field: LessonField | undefined = root
  for (const step of path) if (typeof step === 'string') field = field?.fields?.find(({ name }) => name === step)
  return field
}

const matches = (label: string, word: string): boolean => label.toLowerCase().includes(word.toLowerCase().trim())

/** True where only the dash of a list's next item can follow. */
const needsDash = ({ path, isNewItem }: Cursor, { isList = false }: LessonField): boolean =>
  isList && !isNewItem && typeof path.at(-1) !== 'number'

const insertOf = ({ name, fields, isList = false }: LessonField, lead: string): string =>
  `${lead}${name}:${fields === undefined && !isList ? ' ' : ''}`

/** Returns the completions at an offset of lesson.yaml: fields that are not set yet, and values of those that have few. [LSN24] */
export function completeLesson(text: string, offset: number): readonly LessonCompletion[] {
  const cursor = cursorAt(text, offset)
  const place = cursor === undefined ? undefined : fieldAt(cursor.path)
  if (cursor === undefined || place?.fields === undefined) return []
  const range = { start: cursor.start, end: offset }
  if (cursor.part === 'value') {
    const { values = [], doc = '' } = place.fields.find(({ name }) => name === cursor.field) ?? {}
    const item = { kind: 'value', detail: '', doc, isSnippet: false, range } as const
    return values
      .filter((value) => matches(value, cursor.word))
      .map((value) => ({ ...item, label: value, insert: value }))
  }
  const lead = needsDash(cursor, place) ? '- ' : ''
  return place.fields
    .filter(({ name }) => !cursor.present.includes(name) && matches(name, cursor.word))
    .map((field) => ({
      label: field.name,
      kind: 'field',
      detail: field.isList === true ? 'list' : '',
      doc: field.doc,
      insert: insertOf(field, lead),
      isSnippet: false,
      range,
    }))
}

/** Returns what the field under the pointer means. [LSN24] */
export function hoverLesson(text: string, offset: number): LessonHover | undefined {
  const document = readDocument(text)
  if (document.type !== 'document' || document.root === null) return undefined
  const found = nodeAt(document.root, offset)
  const field = found === undefined ? undefined : fieldAt(found.path)
  if (found === undefined || field === undefined || field.name === '') return undefined
  const { start, end } = found.node
  const facts = field.values === undefined ? [] : [`One of ${field.values.join(', ')}.`]
  return { range: { start, end }, title: field.name, doc: field.doc, facts }
}
