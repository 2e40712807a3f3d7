/**
 * The cursor position in a file that is being edited. Computed line by line, because the text is often not valid
 * YAML at that moment.
 */
export interface Cursor {
  /** Path of the struct or list that is being edited. */
  readonly path: readonly (string | number)[]
  readonly part: 'key' | 'value'
  /** For a value: its field. */
  readonly field: string | undefined
  /** The word before the cursor, and its start. */
  readonly word: string
  readonly start: number
  /** Names of the fields that are already set in the struct. */
  readonly present: readonly string[]
  /** The cursor is at a new list item, right after its dash or where a dash could be. */
  readonly isNewItem: boolean
  /** Column, from 0. */
  readonly column: number
}

/** A dash or a key in a block-style file. */
interface Mark {
  readonly type: 'dash' | 'key'
  readonly line: number
  readonly column: number
  readonly key: string
  /** For keys: the text after the colon. */
  readonly rest: string
}

/** Names of fields, and of labels and files such as `app.orch.io/name`. */
const keyPattern = /^(["']?)([A-Za-z0-9_.$][\w.$/-]*)\1:(?:\s+(.*)|$)/

/** Returns the marks of one line, from the left; comments have none. */
function marksOf(text: string, line: number): readonly Mark[] {
  const marks: Mark[] = []
  let column = text.search(/[^ ]/)
  while (column !== -1 && /^-(?:\s|$)/.test(text.slice(column))) {
    marks.push({ type: 'dash', line, column, key: '', rest: '' })
    const next = text.slice(column + 1).search(/[^ ]/)
    column = next === -1 ? -1 : column + 1 + next
  }
  const [, , key, rest = ''] = keyPattern.exec(column === -1 ? '' : text.slice(column)) ?? []
  return key === undefined ? marks : [...marks, { type: 'key', line, column, key, rest }]
}

const isComment = (text: string): boolean => /(?:^|\s)#/.test(text.replace(/"[^"]*"?|'[^']*'?/g, ''))

/** Returns the cursor for an offset in a block-style file; `undefined` inside of comments and of block texts (`|`, `>`). */
export function cursorAt(text: string, offset: number): Cursor | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(lineStart, offset)
  if (isComment(before)) return undefined
  const lines = text.split('\n')
  const own = text.slice(0, lineStart).split('\n').length - 1
  const above = lines.slice(0, own).flatMap(marksOf)
  const ownMarks = marksOf(before, own)
  const dashes = ownMarks.filter(({ type }) => type === 'dash')
  const key = ownMarks.find(({ type }) => type === 'key')
  const column = key?.column ?? before.replace(/[^ -].*$/, '').length
  if (isInBlockText(above, column)) return undefined
  const { path, top } = enclosing([...above, ...dashes], column)
  const below = lines.slice(own + 1).flatMap((line, at) => marksOf(line, own + 1 + at))
  const present = [
    ...keysUntil(above.filter(({ line }) => line >= top).toReversed(), column),
    ...keysUntil(below, column),
  ]
  const base = { path, present: dashes.length > 0 ? keysUntil(below, column) : present, column }
  if (key !== undefined && /:\s/.test(before))
    return { ...base, part: 'value', field: key.key, word: key.rest, start: offset - key.rest.length, isNewItem: false }
  const word = before.slice(column)
  return { ...base, part: 'key', field: undefined, word, start: offset - word.length, isNewItem: dashes.length > 0 }
}

/** Reports whether a position below the marks belongs to the text of a block scalar. */
function isInBlockText(marks: readonly Mark[], column: number): boolean {
  let limit = column
  for (const { type, column: at, rest } of marks.toReversed()) {
    if (at >= limit) continue
    if (type === 'key' && /^[|>]/.test(rest)) return true
    limit = at
  }
  return false
}

/** Returns the keys and items around a column, outermost first, and the first line of the innermost one. */
function enclosing(
  marks: readonly Mark[],
  column: number,
): { readonly path: readonly (string | number)[]; readonly top: number } {
  const path: (string | number)[] = []
  let limit = column
  let top: number | undefined
  for (const [at, mark] of [...marks.entries()].toReversed()) {
    const isInItem = typeof path[0] === 'number'
    if (!isAround(mark, limit, isInItem)) continue
    top ??= mark.line + (mark.type === 'key' ? 1 : 0)
    path.unshift(mark.type === 'key' ? mark.key : itemsAbove(marks.slice(0, at), mark.column))
    limit = mark.column
  }
  return { path, top: top ?? 0 }
}

/** A list may have the same indentation as its key. */
function isAround(mark: Mark, limit: number, isInItem: boolean): boolean {
  if (mark.type === 'dash') return mark.column < limit && !isInItem
  const isOpen = mark.rest === '' || mark.rest.startsWith('#')
  return isOpen && (mark.column < limit || (isInItem && mark.column === limit))
}

/** Counts the preceding items of the same list. */
function itemsAbove(marks: readonly Mark[], column: number): number {
  let count = 0
  for (const mark of marks.toReversed()) {
    if (mark.column < column || (mark.column === column && mark.type === 'key')) break
    if (mark.column === column) count++
  }
  return count
}

/** Returns the keys at a column until a less indented line ends the struct. */
function keysUntil(marks: readonly Mark[], column: number): readonly string[] {
  const end = marks.findIndex((mark) => mark.column < column)
  return (end === -1 ? marks : marks.slice(0, end))
    .filter((mark) => mark.type === 'key' && mark.column === column)
    .map(({ key }) => key)
}
