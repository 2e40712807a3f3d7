import { markPattern } from './expand.ts'

/** Counts the words of a text. A mark counts as one word. */
export const countWords = (text: string): number =>
  text
    .replace(markPattern, 'value')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
