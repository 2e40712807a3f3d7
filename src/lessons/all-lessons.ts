import type { LessonFiles } from '#lesson/lesson.ts'

const texts: Readonly<Record<string, string>> = import.meta.glob('./*/**/*.{yaml,md,jsonl}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Returns the files of every lesson by its folder. A new folder is found by itself. [LSN9] */
export function lessonFolders(): ReadonlyMap<string, LessonFiles> {
  const folders = new Map<string, Record<string, string>>()
  for (const [path, text] of Object.entries(texts)) {
    const [, id = '', file = ''] = /^\.\/([^/]+)\/(.+)$/.exec(path) ?? []
    const files = folders.get(id) ?? {}
    files[file] = text
    folders.set(id, files)
  }
  return folders
}
