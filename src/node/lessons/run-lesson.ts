import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from '#api/error-text.ts'
import { whyNotFrom } from '#lesson/begins-from.ts'
import { Problems } from '#lesson/fields.ts'
import type { Lesson, LessonFiles } from '#lesson/lesson.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import { type LessonTest, makeMistake, playThrough } from '#lesson/test-lesson.ts'
import { lessonServers } from './lesson-server.ts'
import type { LessonCommand } from './parse-lesson.ts'
import { besideFolder, lessonFoldersAt, readLessonAt } from './read-folder.ts'

/** The output of `orchard lesson`, line by line, and its exit code. */
export type Print = (line: string) => void

/** Checks or tests the lessons of folders. Returns the exit code. [LSN10] */
export async function runLesson({ act, folders }: LessonCommand, print: Print): Promise<number> {
  let code = 0
  const start = lessonServers()
  for (const folder of folders) {
    const found = lessonsAt(folder)
    if (typeof found === 'string') {
      print(`orchard: ${found}`)
      return 2
    }
    for (const { id, path, files } of found) {
      const { lesson, problems } = readBeside(id, path, files)
      for (const { file, line, column, message } of problems) print(`${join(path, file)}:${line}:${column}: ${message}`)
      const isGood =
        lesson !== null && (act === 'check' || (await testOne({ lesson, byId: lessonsBeside(path), start }, print)))
      if (!isGood) code = 1
      else if (act === 'check') print(`ok   ${id}`)
    }
  }
  return code
}

interface FoundLesson {
  readonly id: string
  readonly path: string
  readonly files: LessonFiles
}

/** Returns the lessons at a path, or why they cannot be read. */
function lessonsAt(path: string): readonly FoundLesson[] | string {
  try {
    if (!existsSync(path)) return `there is no ${path}`
    const found = [...lessonFoldersAt(path)].map(([id, folder]) => ({ id, path: folder, files: readLessonAt(folder) }))
    return found.length === 0 ? `${path} holds no lesson: no lesson.yaml, and no folder with one` : found
  } catch (error) {
    return errorText(error)
  }
}

/** Reads a lesson of the same folder when another one begins where it ends. */
const lessonsBeside =
  (path: string) =>
  (id: string): Lesson | undefined => {
    const folder = lessonFoldersAt(besideFolder(path)).get(id)
    return folder === undefined ? undefined : (readLesson(id, readLessonAt(folder)).lesson ?? undefined)
  }

/** Reads a lesson; one whose beginning is the end of a lesson that is not beside it is none. */
function readBeside(id: string, path: string, files: LessonFiles): ReturnType<typeof readLesson> {
  const read = readLesson(id, files)
  if (read.lesson === null) return read
  const whyNot = whyNotFrom(read.lesson, lessonsBeside(path))
  if (whyNot === '') return read
  const problems = new Problems('lesson.yaml', files['lesson.yaml'] ?? '')
  problems.add(['from'], whyNot)
  return { lesson: null, problems: problems.found }
}

async function testOne(test: LessonTest, print: Print): Promise<boolean> {
  const { id, steps } = test.lesson
  const begin = performance.now()
  try {
    const { requests } = await playThrough(test)
    let mistakes = 0
    for (const [at, { wrong }] of steps.entries())
      for (const wrongAt of wrong.keys()) {
        await makeMistake(test, at, wrongAt)
        mistakes += 1
      }
    const ms = Math.round(performance.now() - begin)
    print(`ok   ${id}: ${steps.length} steps, ${requests} requests, ${mistakes} mistakes, ${ms} ms`)
    return true
  } catch (error) {
    print(`FAIL ${id}: ${errorText(error)}`)
    return false
  }
}
