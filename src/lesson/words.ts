/** Words of a text as a reader counts them: a mark is one word. */
export const countWords = (text: string): number =>
  text
    .replace(/<<.+?>>/g, 'value')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
