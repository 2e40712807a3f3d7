import { createStore } from 'zustand/vanilla'
import { CLUSTERS_PATH, type ClusterInfo } from '#facts/clusters-api.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { openPlay, type Play, solveStep } from '#lesson/play.ts'
import type { Lab } from '#ui/lab/lab.ts'
import type { SentRequest } from '#ui/lab/lesson-progress.ts'
import { partState } from '#ui/lab/part-state.ts'
import { postJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { lessonById } from '#ui/rooms/lessons/state/catalogue.ts'
import { dropCluster, sendTo } from '#ui/rooms/lessons/state/lesson-cluster.ts'
import { sentRequest } from '#ui/rooms/lessons/state/sent-request.ts'

/** The requests of a lesson's answers with their results, by step, as far as they were sent. */
export type AnswersSent = readonly (readonly SentRequest[])[]

interface Answers {
  /** By the id of the lesson. */
  readonly store: ReadableStore<Readonly<Record<string, AnswersSent>>>
  /** Sends the answers of a lesson on a cluster of their own, once. */
  load(lesson: Lesson): void
}

async function sendAnswers(lab: Lab, lesson: Lesson, report: (sent: AnswersSent) => void): Promise<void> {
  const { name } = await postJson<ClusterInfo>(lab.read, CLUSTERS_PATH, {
    title: `Answers of ${lesson.title}`.slice(0, 63),
    from: { type: 'empty' },
    isTemporary: true,
  })
  const ending = new AbortController()
  try {
    const play = await openPlay(lesson, sendTo(lab, name), ending.signal, (id) => lessonById(lab, id))
    const sent: SentRequest[][] = []
    for (const step of lesson.steps) {
      if (step.answer.length === 0) return
      const ofStep: SentRequest[] = []
      const onSent: Play['onSent'] = (observed, isNew) => {
        if (isNew) ofStep.push(sentRequest(observed))
      }
      await solveStep({ ...play, onSent }, step)
      sent.push(ofStep)
      report([...sent])
    }
  } finally {
    ending.abort()
    await dropCluster(lab, name)
  }
}

function createAnswers(lab: Lab): Answers {
  const store = createStore<Readonly<Record<string, AnswersSent>>>(() => ({}))
  const asked = new Set<string>()
  return {
    store,
    load(lesson) {
      if (asked.has(lesson.id)) return
      asked.add(lesson.id)
      sendAnswers(lab, lesson, (sent) => store.setState({ [lesson.id]: sent })).catch((error: unknown) => {
        // Without their results the answers are shown as the lesson has them.
        if (!(error instanceof Error)) throw error
      })
    },
  }
}

/** Returns the answers that this page has sent for comparisons. [LSN14] */
export const answersOf = (lab: Lab): Answers => partState(lab, createAnswers)
