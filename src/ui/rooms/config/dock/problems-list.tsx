import { Button, classes } from '#ui/kit/button.tsx'
import type { Diagnostic } from '#config/diagnostic.ts'
import { ruleTexts } from '#config/report/rule-texts.ts'
import { chooseProblem, fixesOf } from '#ui/rooms/config/state/editor-handle.ts'
import { stepsOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './dock.module.css'

/** Lists every problem with the server's message, its rule and its quick fixes. [CB1] */
export function ProblemsList() {
  const check = useRoomState((state) => state.checks[state.file])
  const chosen = useRoomState((state) => state.problem)
  const state = useRoomState((all) => all)
  const { isDraft } = stepsOf(state, state.file)
  if (check.diagnostics.length === 0) {
    return (
      <p className={styles.say}>
        {isDraft
          ? 'No problems found. Some errors are detected only by a reload, such as unreachable issuers.'
          : 'No problems.'}
      </p>
    )
  }
  return (
    <ol className={styles.problems}>
      {check.diagnostics.map((diagnostic, at) => (
        <Problem
          key={`${diagnostic.code} ${diagnostic.range.start} ${diagnostic.path} ${diagnostic.message}`}
          diagnostic={diagnostic}
          at={at}
          isChosen={at === Math.min(chosen, check.diagnostics.length - 1)}
        />
      ))}
    </ol>
  )
}

interface ProblemProps {
  readonly diagnostic: Diagnostic
  readonly at: number
  readonly isChosen: boolean
}

function Problem({ diagnostic, at, isChosen }: ProblemProps) {
  const room = useRoom()
  const { severity, path, message, code, start } = diagnostic
  // Only for the selected problem: fixes of the others are computed when they are selected.
  const found = isChosen ? fixesOf(room, diagnostic) : []
  return (
    <li className={classes(styles.problem, isChosen && styles.isChosen)}>
      <button type="button" className={styles.choose} onClick={() => chooseProblem(room, at)}>
        <i className={severity === 'error' ? styles.error : styles.warning} aria-hidden="true" />
        <span>
          <span className="visually-hidden">{severity}: </span>
          {path !== '' && (
            <>
              <code>{path}</code>:{' '}
            </>
          )}
          {message}
        </span>
        <span className={styles.place}>
          <span className="visually-hidden">line </span>
          {start.line}:{start.column}
        </span>
      </button>
      <p className={styles.rule}>
        {ruleTexts.get(code) ?? ''} <span>{code}</span>
        {found.map((fix) => (
          <Button key={fix.title} size="small" onClick={() => room.editor.applyFix(fix)}>
            {fix.title}
          </Button>
        ))}
      </p>
    </li>
  )
}
