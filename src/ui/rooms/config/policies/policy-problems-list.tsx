import dockStyles from '#ui/rooms/config/dock/dock.module.css'
import { ProblemRow } from '#ui/rooms/config/dock/problem-row.tsx'
import { choosePolicyProblem } from '#ui/rooms/config/policy-state/policy-problems.ts'
import { usePolicyRoom, usePolicyState } from '#ui/rooms/config/policy-state/use-policy.ts'

/** Lists every problem with its place; the server's are marked. [CB9] */
export function PolicyProblems() {
  const room = usePolicyRoom()
  const { problems, isTried } = usePolicyState((state) => state.check)
  const chosen = usePolicyState((state) => state.problem)
  if (problems.length === 0) {
    return (
      <p className={dockStyles.say}>
        {isTried ? 'No problems. The server would store it.' : 'No problems found without the server.'}
      </p>
    )
  }
  return (
    <ol className={dockStyles.problems}>
      {problems.map((problem, at) => {
        const isChosen = at === Math.min(chosen, problems.length - 1)
        return (
          <ProblemRow
            key={`${problem.range.start} ${problem.path} ${problem.message}`}
            problem={problem}
            isChosen={isChosen}
            choose={() => choosePolicyProblem(room, at)}
            note={
              <>
                {problem.isServers && 'in the words of the server'}
                {problem.severity === 'warning' && 'The server stores it; it fails when such an object is written.'}
              </>
            }
            fixes={isChosen ? problem.fixes : []}
            apply={(fix) => room.editor.applyFix(fix)}
          />
        )
      })}
    </ol>
  )
}
