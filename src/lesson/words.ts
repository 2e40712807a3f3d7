/** Splits a text into words. A mark counts as one word. */
export const countWords = (text: string): number =>
  text
    .replace(/<<.+?>>/g, 'value')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
