import { type Carried, readCarried, refused } from '#lesson/carry/carried.ts'
import { charactersMax, filesMax, zipMax } from '#lesson/carry/limits.ts'
import { isLessonText } from '#lesson/lesson-files.ts'
import { readLessonFile } from '#lesson/carry/link.ts'
import { isZip, lessonFolderOf, readLessonZip } from '#lesson/carry/zip.ts'
import { readText, textOfBytes } from '#ui/kit/files/read-text.ts'

/** Reads a chosen or dropped file: a packed folder, or a file of a lesson. [LSN22] */
export async function readLessonBlob(file: File): Promise<Carried> {
  if (file.size > Math.max(zipMax, charactersMax) + 100)
    return refused(`${file.name} is larger than 1 MB, so it was not read.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isZip(bytes)) return readLessonZip(bytes)
  const read = textOfBytes(file.name, bytes)
  return 'problem' in read ? refused(read.problem) : readLessonFile(read.text)
}

/** Reads files of a folder that was chosen or dropped, by their paths in it. [LSN22] */
export async function readFolderFiles(files: ReadonlyMap<string, File>): Promise<Carried> {
  const texts = [...files].filter(([name]) => isLessonText(name))
  const size = texts.reduce((sum, [, file]) => sum + file.size, 0)
  if (texts.length > filesMax || size > charactersMax)
    return refused('This folder holds too much for a lesson: 1 MB and 200 files are read.')
  const read = await Promise.all(texts.map(async ([name, file]) => [name, await readText(file)] as const))
  const contents = read.flatMap(([name, one]) => ('text' in one ? [[name, one.text] as const] : []))
  const unread = read.flatMap(([, one]) => ('problem' in one ? [one.problem] : []))
  return unread.length === 0 ? readCarried(lessonFolderOf(Object.fromEntries(contents))) : refused(unread.join(' '))
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject)
  })

const entriesOf = (entry: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> =>
  new Promise((resolve, reject) => {
    entry.createReader().readEntries(resolve, reject)
  })

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Collects the files of a folder, two levels deep: a lesson has no deeper ones. */
async function collect(folder: FileSystemDirectoryEntry, into: Map<string, File>, depth: number): Promise<void> {
  for (const entry of (await entriesOf(folder)).slice(0, filesMax)) {
    if (isFile(entry)) into.set(entry.fullPath.slice(1), await fileOf(entry))
    else if (isDirectory(entry) && depth > 0) await collect(entry, into, depth - 1)
  }
}

/** Reads what was dropped: a folder, a packed one, or a file. */
export async function readDropped({ items, files }: DataTransfer): Promise<Carried> {
  const [entry] = [...items].map((item) => item.webkitGetAsEntry())
  const [file] = files
  if (entry !== null && entry !== undefined && isDirectory(entry)) {
    const found = new Map<string, File>()
    await collect(entry, found, 2)
    return readFolderFiles(found)
  }
  return file === undefined ? refused('None of what you dropped is a file.') : readLessonBlob(file)
}
