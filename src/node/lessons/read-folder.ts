import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { filesOfLessonFile } from '#lesson/carry/link.ts'
import { filesOfZip, isZip } from '#lesson/carry/zip.ts'
import type { LessonFiles } from '#lesson/lesson.ts'
import { isLessonFile } from '#lesson/lesson-files.ts'

/** Returns the texts of a lesson's folder, by path below it. */
export function readLessonFolder(folder: string): LessonFiles {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'))
  return Object.fromEntries(names.filter(isLessonFile).map((name) => [name, readText(join(folder, name))]))
}

const readText = (path: string): string => readFileSync(path, 'utf8')

/** Returns the texts of a lesson at a path: a folder, a packed one, or a file of a lesson. @throws Error when it is none */
export function readLessonAt(path: string): LessonFiles {
  if (statSync(path).isDirectory()) return readLessonFolder(path)
  const bytes = readFileSync(path)
  const files = isZip(bytes) ? filesOfZip(bytes) : filesOfLessonFile(bytes.toString())
  if (typeof files === 'string') throw new Error(`${path}: ${files}`)
  return files
}

/** Returns the lessons at a path: the folder itself, those in it, a packed one, or a file. */
export function lessonFoldersAt(path: string): ReadonlyMap<string, string> {
  const folder = resolve(path)
  if (statSync(folder).isFile()) return new Map([[basename(folder).replace(/\.(?:zip|lesson\.json)$/, ''), folder]])
  if (existsSync(join(folder, 'lesson.yaml'))) return new Map([[basename(folder), folder]])
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return new Map(inner.map(({ name }) => [name, join(folder, name)]))
}

/** Returns the files of all lessons beside a folder, for lessons that begin where another one ends. */
export const besideFolder = (folder: string): string => dirname(folder)
