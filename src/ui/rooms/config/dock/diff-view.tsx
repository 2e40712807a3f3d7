import { useMemo } from 'react'
import { classes } from '#ui/kit/button.tsx'
import { type DiffLine, type LineDiff, withContext } from '#ui/texts/line-diff.ts'
import { type PathChange, pathChanges } from './path-changes.ts'
import { runningOf, textOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './dock.module.css'

const PATHS_MAX = 40

/** Compares the running file with the draft. [CB3] */
export function DiffView() {
  const running = useRoomState((state) => runningOf(state, state.file)?.text ?? '')
  const draft = useRoomState((state) => textOf(state, state.file))
  const { diff, editor } = useRoom()
  if (running === draft) return <p className={styles.say}>The draft equals the running file.</p>
  return (
    <DiffLines
      label="Running file against draft"
      before={running}
      after={draft}
      diff={diff}
      onLine={(line) => editor.showLine(line)}
    />
  )
}

interface DiffLinesProps {
  readonly label: string
  readonly before: string
  readonly after: string
  readonly diff: LineDiff
  /** Shows a line of the later text in the editor. */
  readonly onLine: (line: number) => void
}

/** Shows the difference of two texts: changed fields above, lines below. [CB3] */
export function DiffLines({ label, before, after, diff, onLine }: DiffLinesProps) {
  const lines = useMemo(() => withContext(diff(before, after)), [diff, before, after])
  const paths = useMemo(() => pathChanges(before, after), [before, after])
  return (
    // A scrollable region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.diff} role="region" aria-label={label} tabIndex={0}>
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
            <Line key={`${line.type} ${line.before ?? ''} ${line.after ?? ''}`} line={line} onLine={onLine} />
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

interface LineProps {
  readonly line: DiffLine
  readonly onLine: (line: number) => void
}

function Line({ line: { type, text, before, after }, onLine }: LineProps) {
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
          <button type="button" tabIndex={-1} onClick={() => onLine(after)} title={`To line ${after}`}>
            {text}
          </button>
        )}
      </code>
    </div>
  )
}
