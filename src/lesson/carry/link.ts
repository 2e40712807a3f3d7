import type { LessonFiles } from '#lesson/lesson.ts'
import { fromBase64Url, toBase64Url } from '#share/base64url.ts'
import { findLink, LESSON_LINK_START } from '#share/find-link.ts'
import { deflate, inflate } from '#share/inflate.ts'
import { type Carried, filesOfText, noFilesWords, readCarried, readCarriedText, refused } from './carried.ts'
import { charactersMax, linkMax } from './limits.ts'

/*
 * `#l=lesson-<version>.<base64url(deflate({"files": {…}}))>`. A file holds the same text after its format.
 */

const VERSION = 1
const FILE_START = '{"format":"orchard-lesson/1",'

/** Returns the fragment of a link that carries a lesson, from `#` on. [LSN22] */
export const lessonLink = (files: LessonFiles): string =>
  `${LESSON_LINK_START}${VERSION}.${toBase64Url(deflate(new TextEncoder().encode(JSON.stringify({ files }))))}`

/** Returns the text of a file that carries a lesson. [LSN22] */
export const lessonFile = (files: LessonFiles): string => `${FILE_START}${JSON.stringify({ files }).slice(1)}\n`

/** Returns the fragment of the lesson's link in a text, such as a pasted address; `null` if there is none. */
export function lessonLinkIn(text: string): string | null {
  const link = findLink(text)
  return link?.startsWith(LESSON_LINK_START) === true ? link : null
}

/** Reads the fragment of a link. Never throws, whatever it contains. [LSN22] */
export function readLessonLink(fragment: string): Carried {
  const [, version = '', payload = ''] = /^#l=lesson-([0-9]{1,6})\.([^]*)$/.exec(fragment) ?? []
  if (version === '') return refused('This link holds no lesson: it has no version.')
  if (Number(version) > VERSION)
    return refused(`This lesson was made by a newer Orchard (version ${version}; this page reads ${VERSION}).`)
  if (payload.length > linkMax) return refused('This link is too long to be one of a lesson. Ask for the file instead.')
  const { bytes, isWhole, isCut } = inflate(fromBase64Url(payload), charactersMax)
  if (isCut) return refused('This lesson is larger than 1 MB, so it was not read.')
  if (!isWhole) return refused('This link was cut or changed on its way. Ask for it again, or for the file.')
  return readCarriedText(new TextDecoder().decode(bytes))
}

/** Returns the files in a file of {@link lessonFile}, or why it has none. Never throws, whatever it contains. */
export function filesOfLessonFile(text: string): LessonFiles | string {
  if (text.length > charactersMax + FILE_START.length) return 'This lesson is larger than 1 MB, so it was not read.'
  if (!text.startsWith(FILE_START)) return 'This file holds no lesson of Orchard.'
  return filesOfText(text) ?? noFilesWords
}

/** Reads a file of {@link lessonFile}. Never throws, whatever it contains. [LSN22] */
export function readLessonFile(text: string): Carried {
  const files = filesOfLessonFile(text)
  return typeof files === 'string' ? refused(files) : readCarried(files)
}
