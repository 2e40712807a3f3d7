import type { StageReport } from '#facts/fact.ts'

/** A stage and its place inside of the others. */
export interface NestedStage {
  readonly report: StageReport
  /** Number of stages that contain this one: the storage of a write runs inside of the registry. */
  readonly depth: number
  /** Milliseconds of this stage without those inside of it. */
  readonly selfMs: number
  /** True for the innermost stage that refused the request; the stages around it only passed the error on. */
  readonly isRefusing: boolean
}

const endOf = ({ startMs, durationMs }: StageReport): number => startMs + durationMs

/** Rounding of the clock, in milliseconds. */
const tolerance = 0.001

/**
 * Places the stages of a request inside of each other, by their times, and returns them in the order of their starts. The
 * server reports a stage when it ends, so an inner stage is reported before the stage around it. [DOC4]
 */
export function nestStages(stages: readonly StageReport[]): readonly NestedStage[] {
  const contains = (outer: number, inner: number): boolean => {
    const [a, b] = [stages[outer], stages[inner]]
    if (a === undefined || b === undefined || outer <= inner) return false
    // A stage without duration that ended when another began is not inside of it.
    if (b.durationMs === 0 && b.startMs <= a.startMs) return false
    return a.startMs <= b.startMs + tolerance && endOf(a) + tolerance >= endOf(b)
  }
  const parents = stages.map((_, inner) => stages.findIndex((__, outer) => contains(outer, inner)))
  return stages
    .map((report, at) => {
      const children = stages.filter((_, inner) => parents[inner] === at)
      return {
        report,
        depth: stages.filter((_, outer) => contains(outer, at)).length,
        selfMs: Math.max(0, report.durationMs - children.reduce((sum, { durationMs }) => sum + durationMs, 0)),
        isRefusing: report.outcome === 'refused' && !children.some(({ outcome }) => outcome === 'refused'),
      }
    })
    .toSorted((a, b) => a.report.startMs - b.report.startMs || a.depth - b.depth)
}

/** One stage of the strip: all its spans together, without the time of other stages inside of them. */
export interface StageShare {
  readonly stage: StageReport['stage']
  readonly selfMs: number
  readonly outcome: StageReport['outcome']
  readonly note: string
}

/** Sums the spans of each stage, in the order in which the stages first began. */
export function stageShares(stages: readonly StageReport[]): readonly StageShare[] {
  const shares = new Map<StageReport['stage'], StageShare>()
  for (const { report, selfMs, isRefusing } of nestStages(stages)) {
    const known = shares.get(report.stage)
    const own = report.outcome === 'refused' && !isRefusing ? 'passed' : report.outcome
    shares.set(report.stage, {
      stage: report.stage,
      selfMs: selfMs + (known?.selfMs ?? 0),
      outcome: known?.outcome === 'refused' ? 'refused' : own,
      note: [known?.note, report.note].filter((note) => note !== undefined && note !== '').join('; '),
    })
  }
  return [...shares.values()]
}
