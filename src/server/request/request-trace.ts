import type { Stage, StageReport } from '#facts/fact.ts'

/** Records the stages of a request with their times and outcomes, for the `request-finished` fact. */
export interface RequestTrace {
  readonly stages: readonly StageReport[]
  /** Runs `work` as `stage`, which is recorded as refused if `work` throws. `note` is evaluated after the work. */
  timed<Value>(stage: Stage, note: string | (() => string), work: () => Promise<Value>): Promise<Value>
  /** Gives other requests a turn if this one worked long since its last one. [ER8] */
  rest(): Promise<void>
  /** Adds a stage without duration. */
  add(stage: Stage, outcome: StageReport['outcome'], note: string): void
}

/** After this time other requests get a turn. */
const turnMs = 25

/**
 * `nowMs` is a monotonic clock with fractions. `pause` lets the host do other work: between the stages of a request
 * with a large body, so that no request holds the server for long. [ER8]
 */
export function createRequestTrace(nowMs: () => number, pause?: () => Promise<void>): RequestTrace {
  const stages: StageReport[] = []
  const startOfAll = nowMs()
  let turnStart = startOfAll
  const isTurnOver = (): boolean => pause !== undefined && nowMs() - turnStart > turnMs
  const rest = async (): Promise<void> => {
    if (!isTurnOver()) return
    await pause?.()
    turnStart = nowMs()
  }
  return {
    stages,
    rest,
    async timed(stage, note, work) {
      if (isTurnOver()) await rest()
      const start = nowMs()
      const end = (outcome: StageReport['outcome'], words: string): void => {
        stages.push({ stage, startMs: start - startOfAll, durationMs: nowMs() - start, outcome, note: words })
      }
      try {
        const value = await work()
        end('passed', typeof note === 'string' ? note : note())
        if (isTurnOver()) await rest()
        return value
      } catch (error) {
        end('refused', error instanceof Error ? error.message.slice(0, 200) : 'refused')
        // The answer of a long refusal is long too.
        if (isTurnOver()) await rest()
        throw error
      }
    },
    add(stage, outcome, note) {
      stages.push({ stage, startMs: nowMs() - startOfAll, durationMs: 0, outcome, note })
    },
  }
}
