import type { LessonRequest } from '#lesson/lesson.ts'
import type { SentRequest } from '#ui/lab/lesson-progress.ts'
import { countText } from '#ui/model/words.ts'

const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`)

/** The line that was sent most often, with its count. */
function mostSent(mine: readonly SentRequest[]): readonly [string, number] {
  const counts = new Map<string, number>()
  for (const { line } of mine) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0]
}

const linesOf = (requests: readonly LessonRequest[]): readonly string[] =>
  requests.map(({ method, target }) => `${method} ${target}`)

/** The shape of a line: values that stand for marks of the answer are left out. */
const pathOf = (line: string): string => line.split('?')[0] ?? ''

/** One sentence on how the learner's requests of a step differ from those of its answer. [LSN14] */
export function differenceWords(mine: readonly SentRequest[], answer: readonly LessonRequest[]): string {
  const more = mine.length - answer.length
  const [line, count] = mostSent(mine)
  if (more > 0 && count > 1) return `You sent ${line} ${times(count)}.`
  if (more > 0) return `The answer needs ${countText(more, 'request')} fewer.`
  if (more < 0) return `You needed ${countText(-more, 'request')} fewer than the answer.`
  const isSame = linesOf(answer).every((one, at) => pathOf(one) === pathOf(mine[at]?.line ?? ''))
  return isSame ? 'The same requests, in the same order.' : 'Another way to the same end.'
}

/** `3 min 14 s`; `14 s` under a minute. */
export function tookText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** The result as a text to share: it names the lesson, never the person. */
export const resultText = (title: string, requests: number, par: number, address: string): string =>
  [`${title}: ${countText(requests, 'request')}, par ${par}.`, address].filter(Boolean).join(' ')
