import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { LessonFiles } from '#lesson/lesson.ts'

/** Returns the texts of a lesson's folder, by path below it. */
export function readLessonFolder(folder: string): LessonFiles {
  const files: Record<string, string> = {}
  for (const name of readdirSync(folder)) if (/\.(?:ya?ml|md)$/.test(name)) files[name] = readText(join(folder, name))
  const seed = join(folder, 'seed')
  if (existsSync(seed)) for (const name of readdirSync(seed)) files[`seed/${name}`] = readText(join(seed, name))
  return files
}

const readText = (path: string): string => readFileSync(path, 'utf8')

/** Returns the lesson folders at a path: the folder itself, or those in it. */
export function lessonFoldersAt(path: string): ReadonlyMap<string, string> {
  const folder = resolve(path)
  if (existsSync(join(folder, 'lesson.yaml'))) return new Map([[basename(folder), folder]])
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return new Map(inner.map(({ name }) => [name, join(folder, name)]))
}

/** Returns the files of all lessons beside a folder, for lessons that begin where another one ends. */
export const besideFolder = (folder: string): string => dirname(folder)
