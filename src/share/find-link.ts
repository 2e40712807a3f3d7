/*
 * Recognizes links and files of moments. Apart from `link.ts`, which reads them: the page recognizes every text that is pasted
 * or dropped, and few are links.
 */

/** Returns the fragment of the link in a text, such as a pasted address; `null` if there is none. */
export function findLink(text: string): string | null {
  const at = text.indexOf('#l=')
  return at < 0 ? null : (text.slice(at).split(/\s/, 1)[0] ?? null)
}

/** Reports whether a file's text begins as one of `fileOf`. */
export const isMomentFile = (text: string): boolean => text.startsWith('{"format":"orchard-share/')

/** The prefix of the fragment of a link to a lesson, as opposed to a moment. */
export const LESSON_LINK_START = '#l=lesson-'
