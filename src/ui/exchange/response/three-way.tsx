import { printExactJson } from '#api/exact-json.ts'
import { useStore } from 'zustand'
import type { Json, JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { shortDifferences } from '#ui/kit/changes/short-difference.ts'
import { cutMiddle } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { threeWayRows, type ThreeWayRow } from './three-way-rows.ts'
import styles from './three-way.module.css'

interface ThreeWayProps {
  /** The object as it was read. */
  readonly read: ApiObject
  /** The current object. */
  readonly now: ApiObject
  readonly sent: JsonObject
}

/** Shows a 409 field by field: as read, as it is now, as sent, and as a retry would leave it. [RC11] */
export function ThreeWay({ read, now, sent }: ThreeWayProps) {
  const rows = useStore(useLab().cluster, (state) => state.rows)
  const shown = threeWayRows({ read, now, sent, writes: rows })
  if (shown.length === 0) return null
  return (
    <table className={styles.table} aria-label="Read, now, sent and after a retry">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">You read, {read.metadata.resourceVersion}</th>
          <th scope="col">Now, {now.metadata.resourceVersion}</th>
          <th scope="col">You sent</th>
          <th scope="col">After retry</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <Fields key={row.path} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Fields({ row }: { readonly row: ThreeWayRow }) {
  const values = [row.read, row.now, row.sent, row.after].map(valueText)
  const [read, now, sent, after] = shortDifferences(values)
  return (
    <tr>
      <th scope="row" title={row.path}>
        {cutMiddle(row.path, 30)}
      </th>
      <td title={values[0]}>{read}</td>
      <td title={values[1]}>
        {now} {row.writer !== '' && <small>{row.writer}</small>}
      </td>
      <td className={row.isYours ? styles.yours : undefined} title={values[2]}>
        {row.isYours ? (
          <>
            {sent} <small>yours</small>
          </>
        ) : (
          <>
            <del>{sent}</del> <small>stale</small>
          </>
        )}
      </td>
      <td title={values[3]}>
        <b>{after}</b>
      </td>
    </tr>
  )
}

function valueText(value: Json | undefined): string {
  if (value === undefined) return 'absent'
  return typeof value === 'string' ? value : printExactJson(value as Json)
}
