import { type KeyboardEvent, useRef } from 'react'
import { useStore } from 'zustand'
import type { WhoCan, WhoCanCell } from '#facts/config-api.ts'
import { classes } from '#ui/kit/button.tsx'
import { actorName } from '#ui/model/actor-name.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { cellSign, moveInGrid, signWords } from './cell-words.ts'
import { CellSignMark } from './cell-sign-mark.tsx'
import { gridUsers } from '#ui/rooms/access/state/decide.ts'
import { groupWords, type Identity } from '#ui/rooms/access/state/identities.ts'
import { useAccess, useAccessState } from '#ui/rooms/access/state/use-access.ts'
import styles from './side.module.css'

interface GridProps {
  readonly whoCan: WhoCan
  readonly verbs: readonly string[]
  readonly what: string
  readonly isOld: boolean
}

/** Handles keys and clicks: they move the focus, or copy a cell into the request form and decide it. */
function useGridActions(users: readonly Identity[], verbs: readonly string[]) {
  const { store, decide } = useAccess()
  const marked = useAccessState((state) => state.marked)
  const table = useRef<HTMLTableElement>(null)
  const mark = (row: number, column: number) => {
    store.mark({ row, column })
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)?.focus()
  }
  const decideCell = (row: number, column: number) => {
    mark(row, column)
    const { identityId, accessRequest: before, gridResourceId: resourceId, gridNamespace: namespace } = store.getState()
    store.chooseIdentity(users[row]?.id ?? identityId)
    store.changeAccessRequest({
      isResource: true,
      verb: verbs[column] ?? 'get',
      resourceId,
      subresource: '',
      namespace,
      name: before.resourceId === resourceId ? before.name : '',
    })
    void decide()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = moveInGrid(event.key, marked, { rows: users.length, columns: verbs.length })
    if (to !== null) mark(to.row, to.column)
    else if (event.key === 'Enter' || event.key === ' ') decideCell(marked.row, marked.column)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { table, marked, decideCell, onKeyDown }
}

/** One tab stop with arrow keys inside; Enter copies the cell into the request form and decides it. */
export function WhoCanGrid({ whoCan: { rows }, verbs, what, isOld }: GridProps) {
  const lab = useLab()
  const tokens = useAccessState((state) => state.tokens)
  const namespace = useAccessState((state) => state.gridNamespace)
  const users = gridUsers(lab, tokens).slice(0, rows.length)
  const { table, marked, decideCell, onKeyDown } = useGridActions(users, verbs)
  return (
    // A table with role `grid`: the cells are one tab stop, and arrow keys move between them.
    <table
      ref={table}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      className={classes(styles.grid, isOld && styles.old)}
      aria-label={`Who can do what to ${what}${namespace === '' ? '' : ` in ${namespace}`}`}
      data-testid="who-can"
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Identity</span>
          </th>
          {verbs.map((verb) => (
            <th key={verb} scope="col">
              <span className={styles.verb}>{verb}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ user, cells }, row) => (
          <tr key={users[row]?.id ?? user} className={classes(row === marked.row && styles.chosen)}>
            <UserHead user={user} identity={users[row]} />
            {verbs.map((verb, column) => (
              <Cell
                key={verb}
                cell={cells[column]}
                at={`${row}-${column}`}
                isMarked={row === marked.row && column === marked.column}
                onDecide={() => decideCell(row, column)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function UserHead({ user, identity }: { readonly user: string; readonly identity: Identity | undefined }) {
  const acting = useStore(useLab().actor)
  const isYou = identity !== undefined && acting.name === user && (acting.token ?? '') === identity.token
  const words = identity === undefined ? '' : groupWords(identity)
  return (
    <th scope="row" title={user}>
      <b>{user === 'system:anonymous' ? user : actorName(user)}</b>
      <small>
        {isYou && 'you, '}
        {identity?.source === 'token' && 'token, '}
        {words}
      </small>
    </th>
  )
}

interface CellProps {
  readonly cell: WhoCanCell | undefined
  readonly at: string
  readonly isMarked: boolean
  readonly onDecide: () => void
}

function Cell({ cell, at, isMarked, onDecide }: CellProps) {
  if (cell === undefined) return null
  const sign = cellSign(cell)
  return (
    // The grid handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <td
      tabIndex={isMarked ? 0 : -1}
      aria-selected={isMarked}
      className={classes(isMarked && styles.marked)}
      data-cell={at}
      data-sign={sign}
      data-main-stop={isMarked ? '' : undefined}
      title={signWords(sign)}
      onClick={onDecide}
    >
      <span className="visually-hidden">{signWords(sign)}</span>
      <CellSignMark sign={sign} />
    </td>
  )
}
