import { isObject, type Json, own, valueAt } from '#api/json.ts'
import { parseExactJson } from '#api/exact-json.ts'
import type { Lesson, LessonFiles } from '#lesson/lesson.ts'
import { isLessonFile } from '#lesson/lesson-files.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import { charactersMax, filesMax } from './limits.ts'

/** An imported lesson, or the reasons for which it was refused. */
export type Carried =
  | { readonly type: 'lesson'; readonly id: string; readonly files: LessonFiles; readonly lesson: Lesson }
  /** Sentences; each problem with its file and line. */
  | { readonly type: 'refused'; readonly words: string; readonly problems: readonly string[] }

export const refused = (words: string, problems: readonly string[] = []): Carried => ({
  type: 'refused',
  words,
  problems,
})

/** Ids of imported lessons have a prefix, so that none replaces a lesson of the product. */
export const broughtPrefix = 'own-'

/** Returns an id that can stand in an address: letters, digits and dashes. */
export function broughtId(title: string): string {
  const name = title
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '' && part !== 'own')
    .join('-')
    .slice(0, 40)
  return `${broughtPrefix}${name || 'lesson'}`
}

const problemsMax = 8

/** Reads the files of an imported lesson. Never throws, whatever they contain. [LSN22] */
export function readCarried(files: LessonFiles): Carried {
  const names = Object.keys(files).filter(isLessonFile)
  const characters = names.reduce((sum, name) => sum + (own(files, name)?.length ?? 0), 0)
  if (names.length > filesMax) return refused(`This lesson has ${names.length} files; at most ${filesMax} are read.`)
  if (characters > charactersMax) return refused('This lesson is larger than 1 MB, so it was not read.')
  const kept: LessonFiles = Object.fromEntries(names.map((name) => [name, own(files, name) ?? '']))
  const { lesson, problems } = readLesson('', kept)
  if (lesson === null) {
    const lines = problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
    const rest = lines.length - problemsMax
    const words = lines.length === 1 ? 'This lesson has a problem.' : `This lesson has ${lines.length} problems.`
    return refused(words, [...lines.slice(0, problemsMax), ...(rest > 0 ? [`and ${rest} more`] : [])])
  }
  const id = broughtId(lesson.title)
  return { type: 'lesson', id, files: kept, lesson: { ...lesson, id } }
}

/** Returns the files in the text that links and files carry: `{"files": {NAME: TEXT}}`; `null` if it has none. */
export function filesOfText(text: string): LessonFiles | null {
  const value = readJson(text)
  const files = valueAt(value, ['files'])
  if (!isObject(files)) return null
  const texts = Object.entries(files).flatMap(([name, content]): [string, string][] =>
    typeof content === 'string' ? [[name, content]] : [],
  )
  return Object.fromEntries(texts)
}

export const noFilesWords = 'It holds no lesson: it has no files.'

/** Reads the text that links and files carry. */
export function readCarriedText(text: string): Carried {
  const files = filesOfText(text)
  return files === null ? refused(noFilesWords) : readCarried(files)
}

function readJson(text: string): Json {
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}
