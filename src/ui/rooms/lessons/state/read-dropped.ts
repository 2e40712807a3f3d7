import { type Carried, readCarried, refused } from '#lesson/carry/carried.ts'
import { charactersMax, filesMax, zipMax } from '#lesson/carry/limits.ts'
import { isLessonText } from '#lesson/lesson-files.ts'
import { lessonLinkIn, readLessonFile, readLessonLink } from '#lesson/carry/link.ts'
import { isZip, lessonFolderOf, readLessonZip } from '#lesson/carry/zip.ts'
import { readText, textOfBytes } from '#ui/kit/files/read-text.ts'

/** Reads a chosen or dropped file: a packed folder, or a file of a lesson. [LSN22] */
export async function readLessonBlob(file: File): Promise<Carried> {
  if (file.size > Math.max(zipMax, charactersMax) + 100)
    return refused(`${file.name} is larger than 1 MB, so it was not read.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isZip(bytes)) return readLessonZip(bytes)
  const read = textOfBytes(file.name, bytes)
  return 'problem' in read ? refused(read.problem) : (readPastedText(read.text) ?? readLessonFile(read.text))
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

const isLessonName = (name: string): boolean => /\.zip$|\.lesson\.json$|^lesson\.ya?ml$/i.test(name)

/** Reports whether what was dropped can only be a lesson: a folder, a packed one, or a file of one by its name. [LSN37] */
export const isLessonDropped = ({ items, files }: DataTransfer): boolean =>
  [...items].some((item) => item.webkitGetAsEntry()?.isDirectory === true) ||
  [...files].some(({ name }) => isLessonName(name))

/** Reads what was dropped: a folder, the files of one, a packed one, or a file. */
export async function readDropped({ items, files }: DataTransfer): Promise<Carried> {
  const [entry] = [...items].map((item) => item.webkitGetAsEntry())
  const [file] = files
  if (files.length > 1 && [...files].some(({ name }) => name === 'lesson.yaml'))
    return readFolderFiles(new Map([...files].map((one) => [one.name, one])))
  if (entry !== null && entry !== undefined && isDirectory(entry)) {
    const found = new Map<string, File>()
    await collect(entry, found, 2)
    return readFolderFiles(found)
  }
  return file === undefined ? refused('None of what you dropped is a file.') : readLessonBlob(file)
}

/** Reads a text that was pasted: a link to a lesson, the text of its file, or `lesson.yaml` alone. `null` for any other. [LSN37] */
export function readPastedText(text: string): Carried | null {
  const link = lessonLinkIn(text)
  if (link !== null) return readLessonLink(link)
  if (text.trimStart().startsWith('{"format":"orchard-lesson/')) return readLessonFile(text.trim())
  if (!/^steps:/m.test(text) || !/^title:/m.test(text)) return null
  if (text.length > charactersMax) return refused('This text is larger than 1 MB, so it was not read.')
  // The introduction is a file of its own; alone, lesson.yaml has the line of its card in that place.
  const [, about = 'A lesson.'] = /^about:[ \t]*(.+)$/m.exec(text) ?? []
  return readCarried({ 'lesson.yaml': text, 'text.md': about })
}

/** Reads what was pasted: files, or a text. `null` if it has nothing to do with lessons. [LSN37] */
export function readPasted(data: DataTransfer): Promise<Carried> | null {
  if (data.files.length > 0) return readDropped(data)
  const read = readPastedText(data.getData('text/plain'))
  return read === null ? null : Promise.resolve(read)
}
