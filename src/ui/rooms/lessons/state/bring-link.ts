import { readLessonLink } from '#lesson/carry/link.ts'
import { keepBrought, sayRefused } from './brought-store.ts'

/** Keeps the lesson of a link. Returns its id, or `''` when it is refused: the room of lessons then says why. [LSN22] */
export function bringLink(fragment: string): string {
  const carried = readLessonLink(fragment)
  if (carried.type === 'refused') {
    sayRefused(carried)
    return ''
  }
  const words = keepBrought(carried.id, carried.files)
  if (words !== '') sayRefused({ type: 'refused', words, problems: [] })
  return carried.id
}
