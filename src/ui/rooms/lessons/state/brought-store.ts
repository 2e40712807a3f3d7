import { createStore } from 'zustand/vanilla'

import { type Carried, readCarried } from '#lesson/carry/carried.ts'
import type { Lesson, LessonFiles } from '#lesson/lesson.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

const KEY = 'lessons-brought'

/** Lessons from elsewhere that this browser keeps. */
const broughtMax = 30

interface Stored {
  readonly lessons: Readonly<Record<string, LessonFiles>>
}

const readStored = (): Stored['lessons'] => readSaved<Stored>(KEY, { lessons: {} }).lessons

/** Keeps a lesson. One with the same title takes the place of the older. Returns why it is not kept, or `''`. [LSN22] */
export function keepBrought(id: string, files: LessonFiles): string {
  const before = readStored()
  if (!Object.hasOwn(before, id) && Object.keys(before).length >= broughtMax)
    return `This browser keeps ${broughtMax} lessons from others. Remove one first.`
  try {
    save(KEY, { lessons: { ...before, [id]: files } } satisfies Stored)
    return ''
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return 'This browser has no room for the lesson. Remove another one first.'
  }
}

/** Name in the browser's storage of a lesson that could not be opened, for the page that starts next. */
const REFUSED_KEY = 'orchard.lesson-refused'

type Refused = Extract<Carried, { type: 'refused' }>

/** Tells the page that starts next why a lesson was refused. */
export const sayRefused = (refused: Refused): void => sessionStorage.setItem(REFUSED_KEY, JSON.stringify(refused))

function takeRefused(): Refused | null {
  const text = sessionStorage.getItem(REFUSED_KEY)
  sessionStorage.removeItem(REFUSED_KEY)
  return text === null ? null : (JSON.parse(text) as Refused)
}

const readBrought = (): readonly Lesson[] =>
  Object.entries(readStored()).flatMap(([id, files]) => {
    const carried = readCarried(files)
    return carried.type === 'lesson' ? [{ ...carried.lesson, id }] : []
  })

export interface BroughtState {
  readonly lessons: readonly Lesson[]
  /** The last lesson that was brought, or why it was refused; `null` before. */
  readonly last: Carried | null
}

/** The lessons from others that this browser keeps. */
export interface Brought {
  readonly store: ReadableStore<BroughtState>
  bring(carried: Carried): void
  remove(id: string): void
}

function createBrought(_lab: Lab): Brought {
  const store = createStore<BroughtState>(() => ({ lessons: readBrought(), last: takeRefused() }))
  return {
    store,
    bring(carried) {
      const words = carried.type === 'lesson' ? keepBrought(carried.id, carried.files) : ''
      const last: Carried = words === '' ? carried : { type: 'refused', words, problems: [] }
      store.setState({ lessons: readBrought(), last })
    },
    remove(id) {
      save(KEY, {
        lessons: Object.fromEntries(Object.entries(readStored()).filter(([one]) => one !== id)),
      } satisfies Stored)
      store.setState({ lessons: readBrought(), last: null })
    },
  }
}

export const broughtOf = (lab: Lab): Brought => partState(lab, createBrought)
