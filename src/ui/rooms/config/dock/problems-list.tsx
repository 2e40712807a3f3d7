import type { Diagnostic } from '#config/diagnostic.ts'
import { ruleTexts } from '#config/report/rule-texts.ts'
import { chooseProblem, fixesOf } from '#ui/rooms/config/state/editor-handle.ts'
import { stepsOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import { ProblemRow } from './problem-row.tsx'
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
  // Only for the selected problem: fixes of the others are computed when they are selected.
  const found = isChosen ? fixesOf(room, diagnostic) : []
  return (
    <ProblemRow
      problem={diagnostic}
      isChosen={isChosen}
      choose={() => chooseProblem(room, at)}
      note={
        <>
          {ruleTexts.get(diagnostic.code) ?? ''} <span>{diagnostic.code}</span>
        </>
      }
      fixes={found}
      apply={(fix) => room.editor.applyFix(fix)}
    />
  )
}
