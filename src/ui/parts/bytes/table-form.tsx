import type { ReactNode } from 'react'
import { classes } from '#ui/kit/button.tsx'
import type { Form } from './read-forms.ts'
import { spanOf } from './spans.ts'
import { tableCells, tableWords } from './table-cells.ts'
import styles from './form.module.css'

interface TableFormProps {
  readonly form: Form
  readonly marked: string
  /** The answer as text. */
  readonly children: ReactNode
}

/** The Table as kubectl prints it, with the cell of the marked field, and the answer as text below. [BY8] */
export function TableForm({ form: { text, spans }, marked, children }: TableFormProps) {
  const cells = tableCells(text, marked)
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {cells.map(({ column }) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {cells.map(({ column, text: cell, isOfField }) => (
              <td key={column} className={classes(isOfField && styles.marked)}>
                {cell}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className={styles.tableWords}>{tableWords(cells, marked, spanOf(spans, marked) !== undefined)}</p>
      <details className={styles.answer}>
        <summary>The answer as text</summary>
        {children}
      </details>
    </>
  )
}
