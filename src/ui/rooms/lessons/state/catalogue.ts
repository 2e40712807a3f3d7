import type { Lesson } from '#lesson/lesson.ts'
import { type Catalogue, readCatalogue } from '#lesson/catalogue.ts'
import { lessonFolders } from '#lessons/all-lessons.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { broughtOf } from './brought-store.ts'

const createCatalogue = (_lab: Lab): Catalogue => readCatalogue(lessonFolders())

/** Returns the lessons of the product, read once. */
export const lessonsOf = (lab: Lab): readonly Lesson[] => partState(lab, createCatalogue).lessons

/** Returns a lesson of the product or from someone else. */
export const lessonById = (lab: Lab, id: string): Lesson | undefined =>
  [...lessonsOf(lab), ...broughtOf(lab).store.getState().lessons].find((lesson) => lesson.id === id)
