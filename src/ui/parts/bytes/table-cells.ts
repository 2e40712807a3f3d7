import { isObject, type Json, textOf } from '#api/json.ts'

/** A cell of the first row of a Table, with its column. */
export interface TableCell {
  readonly column: string
  readonly text: string
  /** The server made the cell of the marked field, or counted it there. */
  readonly isOfField: boolean
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Columns with a priority are shown by `-o wide` only. */
const isShown = (column: Json): boolean => isObject(column) && (column['priority'] ?? 0) === 0

/** Reports whether a column is made of a field: columns name no field, but these three kinds are known. */
function isMadeOf(column: string, format: string, cell: Json, field: string): boolean {
  if (field === 'metadata/name') return format === 'name'
  if (field === 'metadata/creationTimestamp') return format === 'date' || column === 'Age'
  return typeof cell === 'number' && field.startsWith(`${column.toLowerCase()}/`)
}

/** Returns the cells of the first row of a Table, without those of a wide output. [BY8] */
export function tableCells(text: string, field: string): readonly TableCell[] {
  if (text === '') return []
  const body = JSON.parse(text) as Json
  if (!isObject(body)) return []
  const [row] = listOf(body['rows'])
  const cells = listOf(isObject(row) ? row['cells'] : undefined)
  return listOf(body['columnDefinitions']).flatMap((column, at) => {
    if (!isObject(column) || !isShown(column)) return []
    const [name, cell] = [textOf(column['name']), cells[at] ?? null]
    const shown = typeof cell === 'string' ? cell : JSON.stringify(cell)
    return [{ column: name, text: shown, isOfField: isMadeOf(name, textOf(column['format']), cell, field) }]
  })
}

/** Says where the Table has the field. */
export function tableWords(cells: readonly TableCell[], field: string, isInRow: boolean): string {
  const name = field.replaceAll('/', '.')
  const cell = cells.find(({ isOfField }) => isOfField)
  if (cell !== undefined && field.startsWith('metadata/')) return `${name} is in the column ${cell.column}.`
  if (cell !== undefined)
    return cell.text === '1'
      ? `${name} is not in this view: it is the one that the column ${cell.column} counts.`
      : `${name} is not in this view: it is one of the ${cell.text} that the column ${cell.column} counts.`
  if (isInRow) return `${name} is in no column, but the row carries the object’s metadata.`
  return `${name} is not in this view, unless a column is computed from it: columns do not name their fields.`
}
