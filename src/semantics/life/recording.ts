/** A recording of the original's controllers: src/semantics/data/life. */
export interface Recording {
  readonly name: string
  readonly userWrites: readonly UserWrite[]
  readonly kubeletActs?: readonly string[]
  readonly steps: readonly RecordedStep[]
  readonly events: readonly RecordedEvent[]
  readonly endState: { readonly [resource: string]: readonly Loose[] }
  readonly endStateVaries?: readonly string[]
}

/** Loosely typed on purpose: recordings hold objects of every kind. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any

interface UserWrite {
  /** The recording's note on what the user waited for. */
  readonly when?: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly contentType?: string
  readonly code: number
}

export type Changes = { readonly [path: string]: readonly [Loose, Loose] }

/** A write, as recorded and as observed. */
export interface Step {
  readonly actor: string
  readonly verb: string
  readonly resource: string
  readonly name: string
  readonly code: number
  readonly changes?: Changes
  readonly object?: Loose
  readonly effect?: string
}

export interface RecordedStep extends Step {
  readonly n: number
  readonly phase: number
  readonly order: 'strict' | 'race'
  readonly after?: readonly number[]
  readonly ms: readonly (number | null)[]
}

export interface RecordedEvent {
  readonly reason: string
  readonly message: string
  readonly type: string
  readonly object: string
  readonly perRun: readonly number[]
  readonly ms?: readonly (number | null)[]
}

export interface ObservedStep extends Step {
  readonly ms: number
}

export interface ObservedEvent {
  readonly reason: string
  readonly message: string
  readonly type: string
  readonly object: string
}

/** The writes, events and end state of a replay. */
export interface Observed {
  readonly steps: readonly ObservedStep[]
  readonly events: readonly ObservedEvent[]
  readonly endState: { readonly [resource: string]: readonly Loose[] }
}

/** The run whose order the steps have: the one with the fewest inversions. */
export function runOf({ steps }: Recording): number {
  const strict = steps.filter(({ order }) => order === 'strict')
  const runs = Math.max(...strict.map(({ ms }) => ms.length))
  const inversions = (run: number): number =>
    strict.filter((step, at) => (step.ms[run] ?? 0) < (strict[at - 1]?.ms[run] ?? 0)).length
  return Array.from({ length: runs }, (_, run) => run).toSorted((a, b) => inversions(a) - inversions(b))[0] ?? 0
}
