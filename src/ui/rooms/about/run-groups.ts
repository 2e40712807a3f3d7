import { useEffect, useRef, useState } from 'react'
import { errorText } from '#api/error-text.ts'
import type { StepOfCase } from '#proof/measured.ts'
import { isStepSame } from '#proof/play-case.ts'
import { exchangeOf, type RecordedCase } from '#proof/recorded-case.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { loadCase } from '#ui/proof/proof-data.ts'
import { runHere } from '#ui/proof/run-here.ts'
import type { GroupRow } from './group-rows.ts'

/** The cases of one row that were run here so far. */
export interface GroupResult {
  readonly cases: number
  /** Answers that recordings have, and those of them that were of the same kind here. */
  readonly compared: number
  readonly same: number
  /** The answers of another kind. */
  readonly others: readonly StepOfCase[]
}

export interface GroupRun {
  readonly results: ReadonlyMap<string, GroupResult>
  readonly isRunning: boolean
  /** The case that is running; the error with which the run ended, afterwards. */
  readonly now: string
  start(rows: readonly GroupRow[]): void
  stop(): void
}

const none: GroupResult = { cases: 0, compared: 0, same: 0, others: [] }

/** Runs the cases of rows one after the other, each on a branch in memory of its own. [UPS4] */
export function useRunGroups(): GroupRun {
  const lab = useLab()
  const [results, setResults] = useState<ReadonlyMap<string, GroupResult>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const [now, setNow] = useState('')
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const run = async (rows: readonly GroupRow[], { signal }: AbortController): Promise<void> => {
    for (const { title, families } of rows) {
      let result = none
      for (const name of families.flatMap((family) => family.cases)) {
        if (signal.aborted) return
        setNow(name)
        result = added(result, await resultOf(lab, name))
        const soFar = result
        if (!signal.aborted) setResults((known) => new Map(known).set(title, soFar))
      }
    }
  }
  return {
    results,
    isRunning,
    now,
    start(rows) {
      const mine = new AbortController()
      ending.current = mine
      setRunning(true)
      setResults(new Map())
      setNow('')
      run(rows, mine)
        .catch((error: unknown) => setNow(errorText(error)))
        .finally(() => setRunning(false))
    },
    stop: () => ending.current?.abort(),
  }
}

const added = (one: GroupResult, other: GroupResult): GroupResult => ({
  cases: one.cases + other.cases,
  compared: one.compared + other.compared,
  same: one.same + other.same,
  others: [...one.others, ...other.others],
})

async function resultOf(lab: Lab, name: string): Promise<GroupResult> {
  const recorded = await loadCase(name)
  if (recorded === undefined) return none
  const { answers, namespace } = await runHere(lab, recorded, recorded.steps.length - 1)
  return { cases: 1, ...sameKinds(recorded, answers, namespace) }
}

/** Counts the answers of a case that are of the recorded kind. Steps that may differ are not compared. */
export function sameKinds(
  { name, steps, results }: RecordedCase,
  answers: Awaited<ReturnType<typeof runHere>>['answers'],
  namespace: string,
): Omit<GroupResult, 'cases'> {
  const compared = steps.flatMap((sent, step) => {
    const [theirs, ours] = [exchangeOf(sent, results[step] ?? {}), answers[step] ?? null]
    if (theirs === null || ours === null || sent.mayDiffer !== undefined) return []
    return [{ step, isSame: isStepSame(sent, theirs, ours, namespace) }]
  })
  const others = compared.filter(({ isSame }) => !isSame).map(({ step }) => ({ name, step }))
  return { compared: compared.length, same: compared.length - others.length, others }
}
