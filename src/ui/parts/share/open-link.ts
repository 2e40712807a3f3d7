import { Refusal } from '#client/refusal.ts'
import { findLink, isMomentFile } from '#share/find-link.ts'
import { readLink, readMomentFile, type ReadMoment } from '#share/link.ts'
import { digestOf, openMoment } from './open-moment.ts'

/** The result of opening a text: the address that shows it, or why nothing was opened. */
export type OpenResult =
  | { readonly type: 'opened'; readonly search: string; readonly name: string; readonly title: string }
  | { readonly type: 'refused'; readonly words: string }

/** Opens a link, an address with one, or the content of a file. [SH10] */
export async function openShared(
  read: typeof fetch,
  text: string,
  frame?: { readonly page: string },
): Promise<OpenResult> {
  const { shared, problem } = readShared(text)
  if (shared === null) return { type: 'refused', words: problem?.words ?? '' }
  try {
    // Cells of one page share a cluster, whatever they write; those of another page have their own. [EM3]
    const digest = `${frame === undefined ? '' : `${frame.page}-`}${await digestOf(text)}`
    const mode = frame === undefined ? shared.mode : 'edit'
    const { cluster, search } = await openMoment(
      read,
      { ...shared, mode },
      { digest, problem, isCell: frame !== undefined },
    )
    return { type: 'opened', search, name: cluster.name, title: shared.moment.title }
  } catch (error) {
    if (error instanceof Refusal || error instanceof TypeError) return { type: 'refused', words: error.message }
    throw error
  }
}

function readShared(text: string): ReadMoment {
  if (isMomentFile(text)) return readMomentFile(text)
  const link = findLink(text)
  const words = 'This is not an Orchard link: it has no part that begins with “#l=”.'
  return link === null ? { shared: null, problem: { type: 'broken', words } } : readLink(link)
}
