import { strFromU8, strToU8, unzipSync, type UnzipFileInfo, zipSync } from 'fflate'
import type { LessonFiles } from '#lesson/lesson.ts'
import { isLessonText } from '#lesson/lesson-files.ts'
import { type Carried, readCarried, refused } from './carried.ts'
import { charactersMax, filesMax, zipMax } from './limits.ts'

/** Packs the files of a lesson as a folder. */
export const zipLesson = (folder: string, files: LessonFiles): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, strToU8(text)])))

/** Reports whether bytes begin as a packed folder does. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Takes files out of the folder that holds `lesson.yaml`, the nearest one to the top. */
export function lessonFolderOf(files: LessonFiles): LessonFiles {
  const roots = Object.keys(files)
    .filter((name) => name === 'lesson.yaml' || name.endsWith('/lesson.yaml'))
    .map((name) => name.slice(0, -'lesson.yaml'.length))
    .toSorted((a, b) => a.length - b.length)
  const root = roots[0] ?? ''
  return Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => name.startsWith(root))
      .map(([name, text]) => [name.slice(root.length), text]),
  )
}

/** Reads a packed folder. Never throws, whatever it contains, and never unpacks more than the limits. [LSN22] */
export function readLessonZip(bytes: Uint8Array): Carried {
  const files = filesOfZip(bytes)
  return typeof files === 'string' ? refused(files) : readCarried(files)
}

/** Returns the files of a packed lesson, or why it is not unpacked. */
export function filesOfZip(bytes: Uint8Array): LessonFiles | string {
  if (bytes.length > zipMax) return 'This folder is larger than 512 kB, so it was not opened.'
  let [count, size] = [0, 0]
  // The library writes no more of a file than its head promises, so the promises are what has to be bounded.
  const isWanted = ({ name, originalSize }: UnzipFileInfo): boolean => {
    const isText = isLessonText(name)
    count += isText ? 1 : 0
    size += isText ? originalSize : 0
    return isText && count <= filesMax && size <= charactersMax
  }
  const files = unzip(bytes, isWanted)
  if (files === null) return 'This file is damaged: it cannot be unpacked.'
  if (count > filesMax || size > charactersMax)
    return 'This folder holds too much for a lesson: 1 MB and 200 files are read.'
  const texts = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]))
  return lessonFolderOf(texts)
}

function unzip(
  bytes: Uint8Array,
  filter: (file: UnzipFileInfo) => boolean,
): Readonly<Record<string, Uint8Array>> | null {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    // The library reports damage by an error with a code, or by the platform's for what lies outside of the bytes.
    if (error instanceof RangeError || error instanceof TypeError) return null
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
