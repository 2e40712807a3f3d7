import type { Stage, StageReport } from '#facts/fact.ts'

/** Records the stages of a request with their times and outcomes, for the `request-finished` fact. */
export interface RequestTrace {
  readonly stages: readonly StageReport[]
  /** Runs `work` as `stage`, which is recorded as refused if `work` throws. `note` is evaluated after the work. */
  timed<Value>(stage: Stage, note: string | (() => string), work: () => Promise<Value>): Promise<Value>
  /** Adds a stage without duration. */
  add(stage: Stage, outcome: StageReport['outcome'], note: string): void
}

/** `nowMs` is a monotonic clock with fractions. */
export function createRequestTrace(nowMs: () => number): RequestTrace {
  const stages: StageReport[] = []
  const startOfAll = nowMs()
  return {
    stages,
    async timed(stage, note, work) {
      const start = nowMs()
      const end = (outcome: StageReport['outcome'], words: string): void => {
        stages.push({ stage, startMs: start - startOfAll, durationMs: nowMs() - start, outcome, note: words })
      }
      try {
        const value = await work()
        end('passed', typeof note === 'string' ? note : note())
        return value
      } catch (error) {
        end('refused', error instanceof Error ? error.message.slice(0, 200) : 'refused')
        throw error
      }
    },
    add(stage, outcome, note) {
      stages.push({ stage, startMs: nowMs() - startOfAll, durationMs: 0, outcome, note })
    },
  }
}
