import { OwnerLetter } from '#ui/kit/text.tsx'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { useSelectedObject } from '#ui/lab/use-lab.ts'
import type { OwnershipChange } from './conflicts.ts'
import styles from './apply-panel.module.css'

const pathsMax = 6

/** Lists the fields that each manager would gain and lose. [OW5] */
export function OwnershipChanges({ changes }: { readonly changes: readonly OwnershipChange[] }) {
  const managerMark = useManagerMark(useSelectedObject())
  return (
    <ul className={styles.changes} aria-label="Ownership changes">
      {changes.map(({ manager, gained, lost }) => (
        <li key={manager}>
          <OwnerLetter {...managerMark(manager)} name={manager} />
          <span>
            <b aria-hidden="true">{manager}</b>
            {lost.length > 0 && (
              <span>
                {' '}
                loses <Paths paths={lost} />
              </span>
            )}
            {gained.length > 0 && (
              <span>
                {lost.length > 0 && ','} gains <Paths paths={gained} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Paths({ paths }: { readonly paths: readonly string[] }) {
  return (
    <>
      {paths.slice(0, pathsMax).map((path, at) => (
        <span key={path}>
          {at > 0 && ' '}
          <code>{path}</code>
        </span>
      ))}
      {paths.length > pathsMax && ` and ${paths.length - pathsMax} more`}
    </>
  )
}
