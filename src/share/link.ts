import type { SharedMoment } from '#facts/moment.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { deflate, inflate } from './inflate.ts'
import { fileCharactersMax, inflatedBytesMax, linkCharactersMax } from './limits.ts'
import { packMoment } from './pack-moment.ts'
import { Unreadable } from './unreadable.ts'
import { unpackMoment } from './unpack-moment.ts'

/*
 * `#l=<version>.<base64url(deflate(text))>`, with the text of pack-moment.ts. A file contains the same text after its
 * format line. A change of the text that older pages cannot read takes the next version; links of every version stay
 * readable (kept-links.test.ts).
 */

const VERSION = 1
const FILE_FORMAT = '"format":"orchard-share/1",'

/** The problems of a link or a file, shown to the person who opens it. */
export interface MomentProblem {
  readonly type: 'broken' | 'newer' | 'too-long'
  /** Sentences. */
  readonly words: string
}

export interface ReadMoment {
  /** `null` if nothing can be read. */
  readonly shared: SharedMoment | null
  readonly problem: MomentProblem | null
}

/** Returns the fragment of a link, from `#` on. [SH1] */
export const linkOf = (shared: SharedMoment): string =>
  `#l=${VERSION}.${toBase64Url(deflate(new TextEncoder().encode(packMoment(shared))))}`

/** Returns the content of a file. [SH7] */
export const fileOf = (shared: SharedMoment): string => `{${FILE_FORMAT}${packMoment(shared).slice(1)}`

/** Reads a link. Never throws for what is in it. [SH1] [SH4] */
export function readLink(fragment: string): ReadMoment {
  const [, version = '', payload = ''] = /^#l=([0-9]{1,6})\.([^]*)$/.exec(fragment) ?? []
  if (version === '') return nothing('broken', 'This link holds no moment: it has no version.')
  if (payload.length > linkCharactersMax)
    return nothing(
      'too-long',
      `This link is ${sizeText(payload.length)} long; links end at ${sizeText(linkCharactersMax)}. Ask for the file instead.`,
    )
  const { bytes, isWhole, isCut } = inflate(fromBase64Url(payload), inflatedBytesMax)
  const read = unpacked(new TextDecoder().decode(bytes))
  if (Number(version) > VERSION) return newer(read, version)
  if (isCut && read.shared !== null)
    return { ...read, problem: { type: 'too-long', words: `This link holds too much. ${openedWords(read)}` } }
  if (!isWhole && read.problem === null)
    return {
      ...read,
      problem: { type: 'broken', words: 'This link was changed on its way. What it says may be wrong.' },
    }
  return read
}

/** Reads a file. Never throws for what is in it. [SH7] */
export function readMomentFile(text: string): ReadMoment {
  if (text.length > fileCharactersMax)
    return nothing('too-long', `This file has ${sizeText(text.length)}; files end at ${sizeText(fileCharactersMax)}.`)
  const [, version = ''] = /^\{"format":"orchard-share\/([0-9]{1,6})",/.exec(text.slice(0, 100)) ?? []
  if (version === '') return nothing('broken', 'This file holds no moment of Orchard.')
  const read = unpacked(text)
  return Number(version) > VERSION ? newer(read, version) : read
}

const nothing = (type: MomentProblem['type'], words: string): ReadMoment => ({ shared: null, problem: { type, words } })

const sizeText = (characters: number): string => `${(characters / 1000).toFixed(1)} kB`

function newer(read: ReadMoment, version: string): ReadMoment {
  const words = `This was made by a newer Orchard (version ${version}; this page reads ${VERSION}).`
  return read.shared === null
    ? nothing('newer', `${words} Reload the page and try again.`)
    : { ...read, problem: { type: 'newer', words: `${words} Parts of it may be missing.` } }
}

const openedWords = ({ shared }: ReadMoment): string =>
  `It was opened up to revision ${shared?.moment.revision ?? 0}; what came after is missing.`

function unpacked(text: string): ReadMoment {
  try {
    const { shared, isCut, problem } = unpackMoment(text)
    const read = { shared, problem: null }
    if (!isCut && problem === '') return read
    return { shared, problem: { type: 'broken', words: `The end is missing or damaged. ${openedWords(read)}` } }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return nothing('broken', `It cannot be read: ${error.message}. Ask for it again, or for the file.`)
  }
}
