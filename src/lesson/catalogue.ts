import type { LessonProblem } from './fields.ts'
import type { Lesson, LessonFiles } from './lesson.ts'
import { readLesson } from './read-lesson.ts'

/** The groups of the home page, in order; a lesson of another group comes after them. */
const groupOrder = [
  'Writes',
  'Reading over time',
  'Deletion',
  'Kinds and formats',
  'Rules and budgets',
  'Access',
  'The server itself',
]

/** All readable lessons in their order, and the problems of the others. */
export interface Catalogue {
  readonly lessons: readonly Lesson[]
  readonly problems: readonly { readonly id: string; readonly problem: LessonProblem }[]
}

const rankOf = (group: string): number => {
  const at = groupOrder.indexOf(group)
  return at < 0 ? groupOrder.length : at
}

export function readCatalogue(folders: ReadonlyMap<string, LessonFiles>): Catalogue {
  const read = [...folders].map(([id, files]) => ({ id, ...readLesson(id, files) }))
  const lessons = read.flatMap(({ lesson }) => (lesson === null ? [] : [lesson]))
  return {
    lessons: lessons.toSorted((a, b) => rankOf(a.group) - rankOf(b.group) || a.order - b.order),
    problems: read.flatMap(({ id, problems }) => problems.map((problem) => ({ id, problem }))),
  }
}

/** Lessons by group, in the order of the page. */
export function groupsOf(
  lessons: readonly Lesson[],
): readonly { readonly name: string; readonly lessons: readonly Lesson[] }[] {
  const names = [...new Set(lessons.map(({ group }) => group))]
  return names.map((name) => ({ name, lessons: lessons.filter(({ group }) => group === name) }))
}
