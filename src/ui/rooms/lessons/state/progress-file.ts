import { isObject, type Json, own } from '#api/json.ts'
import { readText } from '#ui/kit/files/read-text.ts'
import type { DoneLesson, LessonProgress } from '#ui/lab/lesson-progress.ts'

/** Bytes of a file of progress. */
const bytesMax = 1024 * 1024
const marksMax = 20
const doneMax = 500

function readDone(value: Json | undefined): DoneLesson | null {
  if (!isObject(value)) return null
  const [requests, marks] = [own(value, 'requests'), own(value, 'marks')]
  if (typeof requests !== 'number' || !Number.isInteger(requests) || requests < 0) return null
  const words = Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : []
  return { requests, marks: words.slice(0, marksMax) }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const tooLarge = 'This file is larger than 1 MB; it holds no progress of lessons.'

/** Reads a chosen file. One that is too large is not loaded; one that is gone or no text says so. [LSN12] [IM12] */
export async function readChosen(file: File): Promise<LessonProgress['done'] | string> {
  if (file.size > bytesMax) return tooLarge
  const read = await readText(file)
  return 'problem' in read ? read.problem : readProgressFile(read.text)
}

/** Returns what a file of progress adds, or why it cannot be read. [LSN12] */
export function readProgressFile(text: string): LessonProgress['done'] | string {
  if (text.length > bytesMax) return tooLarge
  const value = parse(text)
  const done = isObject(value) && own(value, 'format') === 'orchard-lessons/1' ? own(value, 'done') : undefined
  if (!isObject(done)) return 'This file holds no progress of lessons.'
  const entries = Object.entries(done)
    .slice(0, doneMax)
    .flatMap(([id, one]): [string, DoneLesson][] => {
      const read = readDone(one)
      return read === null ? [] : [[id, read]]
    })
  return Object.fromEntries(entries)
}

/** Adds results to a progress: the better one of each lesson stays, lessons that are being played go on. [LSN12] */
export function withResults(progress: LessonProgress, done: LessonProgress['done']): LessonProgress {
  const better = Object.entries(done).filter(
    ([id, { requests }]) => requests <= (own(progress.done, id)?.requests ?? Infinity),
  )
  return { ...progress, done: { ...progress.done, ...Object.fromEntries(better) } }
}
