import type { Lesson } from './lesson.ts'

type Begun = Pick<Lesson, 'id' | 'from'>

/**
 * Returns why a lesson cannot begin where another one ends: that one is missing, or it begins, perhaps through others,
 * where the lesson itself ends; `''` if it can.
 */
export function whyNotFrom(lesson: Begun, byId: (id: string) => Begun | undefined): string {
  const passed = new Set([lesson.id])
  for (let { from } = lesson; from !== '';) {
    if (passed.has(from)) return `the lesson ${from} would begin where it ends itself`
    passed.add(from)
    const before = byId(from)
    if (before === undefined) return `there is no lesson ${from}`
    from = before.from
  }
  return ''
}
