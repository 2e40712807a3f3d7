import { printExactJson } from '#api/exact-json.ts'
import { useState } from 'react'
import type { Json } from '#api/json.ts'
import { readTable } from './read-table.ts'
import styles from './answer.module.css'

/** A Table response as a table; columns of lower priority are hidden by default. [RC12] */
export function TableAnswer({ body }: { readonly body: string }) {
  const [wide, setWide] = useState(false)
  const table = readTable(body)
  if (table === null) return null
  const columns = table.columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ priority }) => wide || priority === 0)
  return (
    <div className={styles.tableAnswer}>
      <label>
        <input type="checkbox" checked={wide} onChange={(event) => setWide(event.target.checked)} /> wide columns
      </label>
      <table className={styles.headerTable} aria-label="Table">
        <thead>
          <tr>
            {columns.map(({ name, description, at }) => (
              <th key={at} scope="col" title={description}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            <tr key={rowKey(cells, row)}>
              {columns.map(({ at }) => (
                <td key={at}>{cellText(cells[at])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const rowKey = (cells: readonly Json[], row: number): string => `${cellText(cells[0])} ${row}`

const cellText = (cell: Json | undefined): string =>
  cell === undefined || cell === null ? '' : typeof cell === 'string' ? cell : printExactJson(cell as Json)
