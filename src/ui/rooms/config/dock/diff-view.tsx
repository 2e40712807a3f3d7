import { useMemo } from 'react'
import { classes } from '#ui/kit/button.tsx'
import { type DiffLine, withContext } from '#ui/rooms/config/state/line-diff.ts'
import { type PathChange, pathChanges } from './path-changes.ts'
import { runningOf, textOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './dock.module.css'

const PATHS_MAX = 40

/** Compares the running file with the draft: changed fields above, lines below. [CB3] */
export function DiffView() {
  const running = useRoomState((state) => runningOf(state, state.file)?.text ?? '')
  const draft = useRoomState((state) => textOf(state, state.file))
  const { diff } = useRoom()
  const lines = useMemo(() => withContext(diff(running, draft)), [diff, running, draft])
  const paths = useMemo(() => pathChanges(running, draft), [running, draft])
  if (running === draft) return <p className={styles.say}>The draft equals the running file.</p>
  return (
    // A scrollable region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.diff} role="region" aria-label="Running file against draft" tabIndex={0}>
      {paths !== null && paths.length > 0 && (
        <ul className={styles.paths} aria-label="Fields that differ">
          {paths.slice(0, PATHS_MAX).map((change) => (
            <li key={change.path}>
              <PathLine change={change} />
            </li>
          ))}
          {paths.length > PATHS_MAX && <li>and {paths.length - PATHS_MAX} more</li>}
        </ul>
      )}
      <div className={styles.lines}>
        {lines.map((line, at) =>
          line === null ? (
            // oxlint-disable-next-line react/no-array-index-key
            <div key={`gap ${at}`} className={styles.gap} />
          ) : (
            <Line key={`${line.type} ${line.before ?? ''} ${line.after ?? ''}`} line={line} />
          ),
        )}
      </div>
    </div>
  )
}

function PathLine({ change: { path, before, after } }: { readonly change: PathChange }) {
  return (
    <>
      <code>{path}</code> {before !== null && <del>{before}</del>}
      {before !== null && after !== null && (
        <span role="img" aria-label="to">
          {' '}
          →{' '}
        </span>
      )}
      {after === null ? <span className={styles.quiet}> is left out</span> : <ins>{after}</ins>}
    </>
  )
}

const words = { same: '', removed: 'running: ', added: 'draft: ' } as const
const signs = { same: '', removed: '−', added: '+' } as const

function Line({ line: { type, text, before, after } }: { readonly line: DiffLine }) {
  const { editor } = useRoom()
  const number = after ?? before ?? 0
  return (
    <div className={classes(styles.line, type === 'removed' && styles.isRunning, type === 'added' && styles.isDraft)}>
      <span className={styles.number}>{number}</span>
      <span className={styles.sign} aria-hidden="true">
        {signs[type]}
      </span>
      <code>
        <span className="visually-hidden">{words[type]}</span>
        {after === null ? (
          text
        ) : (
          <button type="button" tabIndex={-1} onClick={() => editor.showLine(after)} title={`To line ${after}`}>
            {text}
          </button>
        )}
      </code>
    </div>
  )
}
