/** Returns the word most similar to the given one; `undefined` if none is similar. */
export function closest(word: string, words: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3))
  let best: { readonly word: string; readonly distance: number } | undefined
  for (const candidate of words) {
    const distance =
      word.toLowerCase() === candidate.toLowerCase() ? 0 : editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { word: candidate, distance }
  }
  return best?.word
}

/** Returns the words with the most similar one first, the others in their order. */
export function closestFirst(word: string, words: readonly string[]): readonly string[] {
  const best = closest(word, words)
  return best === undefined ? words : [best, ...words.filter((each) => each !== best)]
}

/** Levenshtein distance. Long words are skipped, because none of ours is long. */
function editDistance(a: string, b: string): number {
  if (a.length > 64 || b.length > 64) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, char] of a.split('').entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (b.charAt(j) === char ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
