import { createStore } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { CelInputs } from '#cel/cel.ts'
import { CLUSTERS_PATH, type ClusterInfo } from '#facts/clusters-api.ts'
import { runSteps, type StepRun } from '#lesson/build/run-steps.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { openPlay } from '#lesson/play.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { postJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { lessonById } from '#ui/rooms/lessons/state/catalogue.ts'
import { dropCluster, sendTo } from '#ui/rooms/lessons/state/lesson-cluster.ts'

export interface RunState {
  readonly phase: 'idle' | 'running' | 'ended'
  /** The steps that ended, in order. */
  readonly steps: readonly StepRun[]
  /** The reason why the lesson could not be begun; `''` if it was. */
  readonly failure: string
}

interface Runs {
  readonly store: ReadableStore<RunState>
  /** Runs a lesson on a cluster of its own; `null`: it has problems. */
  start(lesson: Lesson | null): void
}

async function runOnce(lab: Lab, lesson: Lesson, report: (run: StepRun) => void): Promise<void> {
  const { name } = await postJson<ClusterInfo>(lab.read, CLUSTERS_PATH, {
    title: `Trial of ${lesson.title}`.slice(0, 63),
    from: { type: 'empty' },
    isTemporary: true,
  })
  const ending = new AbortController()
  try {
    const play = await openPlay(lesson, sendTo(lab, name), ending.signal, (id) => lessonById(lab, id))
    await runSteps(play, report)
  } finally {
    ending.abort()
    await dropCluster(lab, name)
  }
}

function createRuns(lab: Lab): Runs {
  const store = createStore<RunState>(() => ({ phase: 'idle', steps: [], failure: '' }))
  return {
    store,
    start(lesson) {
      if (store.getState().phase === 'running') return
      if (lesson === null) {
        store.setState({ phase: 'ended', steps: [], failure: 'Fix the problems above first.' })
        return
      }
      store.setState({ phase: 'running', steps: [], failure: '' })
      runOnce(lab, lesson, (run) => store.setState(({ steps }) => ({ steps: [...steps, run] }))).then(
        () => store.setState({ phase: 'ended' }),
        (error: unknown) => store.setState({ phase: 'ended', failure: errorText(error) }),
      )
    },
  }
}

export const runOf = (lab: Lab): Runs => partState(lab, createRuns)

/** The variables of a step's expressions, if the last run reached the step. */
export const inputsOf = ({ steps }: RunState, at: number): CelInputs | undefined => steps[at]?.inputs
