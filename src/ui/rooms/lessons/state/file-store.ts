import { createStore } from 'zustand/vanilla'
import type { LessonFiles } from '#lesson/lesson.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import { composeLesson } from '#lesson/build/compose.ts'
import { newDraft } from '#lesson/build/edit-lesson.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

/** The lesson whose file is edited as text. */
interface LessonFile {
  readonly files: LessonFiles
}

interface LessonFileStore {
  readonly store: ReadableStore<LessonFile>
  /** Edits another lesson. */
  open(files: LessonFiles): void
  setText(text: string): void
}

/** A lesson of one step, as the builder begins one. [LSN27] */
export function starterFiles(): LessonFiles {
  const lesson = composeLesson(newDraft('mine'))
  const steps = [
    {
      title: 'First step',
      say: 'Say what to do.',
      focus: 'request',
      mark: '',
      room: '',
      scene: [],
      attempt: null,
      expect: [{ is: 'last.code == 200', say: 'the answer is `200`' }],
      hints: [],
      answer: [{ method: 'GET', target: '/api/v1/namespaces', as: '', headers: {}, body: undefined }],
      wrong: [],
      keep: {},
      after: 'Say why.',
    },
  ]
  return writeLesson({ ...lesson, steps })
}

/** Creates the store of the lesson file; it survives a reload of the page. */
function createLessonFile(_lab: Lab): LessonFileStore {
  const store = createStore<LessonFile>(() => readSaved<LessonFile>('lesson-file', { files: starterFiles() }))
  const open = (files: LessonFiles): void => {
    store.setState({ files })
    save('lesson-file', { files })
  }
  return { store, open, setText: (text) => open({ ...store.getState().files, 'lesson.yaml': text }) }
}

export const lessonFileOf = (lab: Lab): LessonFileStore => partState(lab, createLessonFile)
