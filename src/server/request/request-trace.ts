import type { Rest } from '#api/bodies/in-pieces.ts'
import type { Soon } from '#api/waiting/soon.ts'
import type { Stage, StageReport } from '#facts/fact.ts'

/** Records the stages of a request with their times and outcomes, for the `request-finished` fact. */
export interface RequestTrace {
  readonly stages: readonly StageReport[]
  /** Runs `work` as `stage`, which is recorded as refused if `work` throws. `note` is evaluated after the work. */
  timed<Value>(stage: Stage, note: string | (() => string), work: () => Soon<Value>): Soon<Value>
  /** Gives other requests a turn if this one worked long since its last one. [ER8] */
  readonly rest: Rest
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
  const isTurnOver = (timeMs: number): boolean => pause !== undefined && timeMs - turnStart > turnMs
  const paused = async (): Promise<void> => {
    await pause?.()
    turnStart = nowMs()
  }
  const rest: Rest = () => (isTurnOver(nowMs()) ? paused() : undefined)
  /** A stage that has ended; `isRefused` for one that threw `result`. */
  const ended = <Value>(stage: Ended, result: Value): Soon<Value> => {
    const endMs = nowMs()
    stages.push({
      stage: stage.stage,
      startMs: stage.startMs - startOfAll,
      durationMs: endMs - stage.startMs,
      outcome: stage.outcome,
      note: stage.note,
    })
    return isTurnOver(endMs) ? paused().then(() => result) : result
  }
  const passed = <Value>(stage: Stage, startMs: number, note: Note, value: Value): Soon<Value> =>
    ended({ stage, startMs, outcome: 'passed', note: typeof note === 'string' ? note : note() }, value)
  // The answer of a long refusal is long too.
  const refused = (stage: Stage, startMs: number, error: unknown): Soon<never> => {
    const note = error instanceof Error ? error.message.slice(0, 200) : 'refused'
    const told = ended({ stage, startMs, outcome: 'refused', note }, error)
    if (told instanceof Promise) return told.then(rethrow)
    throw error
  }
  const timed = <Value>(stage: Stage, note: Note, work: () => Soon<Value>): Soon<Value> => {
    const startMs = nowMs()
    if (isTurnOver(startMs)) return paused().then(() => timed(stage, note, work))
    let value: Soon<Value>
    try {
      value = work()
    } catch (error) {
      return refused(stage, startMs, error)
    }
    if (!(value instanceof Promise)) return passed(stage, startMs, note, value)
    return value.then(
      (settled) => passed(stage, startMs, note, settled),
      (error: unknown) => refused(stage, startMs, error),
    )
  }
  return {
    stages,
    rest,
    timed,
    add(stage, outcome, note) {
      stages.push({ stage, startMs: nowMs() - startOfAll, durationMs: 0, outcome, note })
    },
  }
}

type Note = string | (() => string)

interface Ended extends Pick<StageReport, 'stage' | 'startMs' | 'outcome' | 'note'> {}

function rethrow(error: unknown): never {
  throw error
}
