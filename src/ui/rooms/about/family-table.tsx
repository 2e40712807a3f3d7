import { Button, classes } from '#ui/kit/button.tsx'
import { type GroupRow, percentText } from './group-rows.ts'
import type { GroupResult } from './run-groups.ts'
import styles from './room.module.css'

interface FamilyTableProps {
  readonly rows: readonly GroupRow[]
  readonly chosen: string
  readonly choose: (group: string) => void
  /** Results of runs in this tab, by the title of the row. */
  readonly here: ReadonlyMap<string, GroupResult>
}

/** The groups of families with their agreement. A chosen row filters the causes. */
export function FamilyTable({ rows, chosen, choose, here }: FamilyTableProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Agreement by family of recordings</caption>
      <thead>
        <tr>
          <th scope="col">Family</th>
          <th scope="col" className={styles.right}>
            Cases
          </th>
          <th scope="col" className={styles.right}>
            Steps
          </th>
          <th scope="col" className={styles.bars}>
            Agreement
          </th>
          <th scope="col" className={styles.right}>
            <span className="visually-hidden">Agreement in percent</span>
          </th>
          <th scope="col" className={styles.right}>
            Differ
          </th>
          {here.size > 0 && (
            <th scope="col" className={styles.right}>
              Here
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.title} className={classes(row.title === chosen && styles.chosen)}>
            <th scope="row">
              <Button
                look="ghost"
                size="small"
                aria-pressed={row.title === chosen}
                onClick={() => choose(row.title === chosen ? '' : row.title)}
              >
                {row.title}
              </Button>{' '}
              <small>{row.families.map(({ family }) => family).join(', ')}</small>
            </th>
            <td className={styles.right}>{row.cases}</td>
            <td className={styles.right}>{row.steps.toLocaleString('en')}</td>
            <td className={styles.bars}>
              <Bar row={row} />
            </td>
            <td className={styles.right}>{percentText(row)}</td>
            <td className={classes(styles.right, row.differing.length > 0 && styles.differ)}>{row.differing.length}</td>
            {here.size > 0 && <td className={styles.right}>{hereText(here.get(row.title))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const hereText = (result: GroupResult | undefined): string =>
  result === undefined ? '' : `${result.same} of ${result.compared}`

/** Pixels of a step that differs: in proportion, one of a thousand could not be seen. */
const STEP_PX = 4

function Bar({ row }: { readonly row: GroupRow }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <i className={styles.agree} />
      {row.differing.length > 0 && (
        <i className={styles.off} style={{ width: `${row.differing.length * STEP_PX}px` }} />
      )}
    </span>
  )
}
