/** Values up to this length are always shown whole. */
const alwaysWhole = 12
/** Characters that are kept before the first difference when even the rest is too long. */
const lead = 8

const boundaries = new Set(['/', ':', ',', '=', '@', ' ', '\n', '"'])

/**
 * Shortens texts that are compared with each other, so that what differs stays in view: leaves out the words that all of
 * them begin with, then cuts around the first difference. `bookshop/web:2.4.0` and `bookshop/web:2.4.1` become `2.4.0` and
 * `2.4.1`. The results are for display only; show the whole texts as titles. [UI15]
 */
export function shortDifferences(texts: readonly string[], lengthMax = 32): readonly string[] {
  const longest = Math.max(0, ...texts.map((text) => text.length))
  if (longest <= alwaysWhole || new Set(texts).size < 2) return texts.map((text) => cutEnd(text, lengthMax))
  const same = commonStart(texts)
  const start = boundaryBefore(texts[0] ?? '', same)
  const rest = texts.map((text) => text.slice(start))
  if (rest.every((text) => text.length <= lengthMax)) return rest
  const skipped = Math.max(0, same - start - lead)
  return rest.map((text) => (skipped === 0 ? cutEnd(text, lengthMax) : cutEnd(`…${text.slice(skipped)}`, lengthMax)))
}

/** {@link shortDifferences} of the value before and after a change; `''` stands for no value. */
export function shortChange(before: string, after: string, lengthMax?: number): readonly [string, string] {
  if (before === '' || after === '') return [cutEnd(before, lengthMax), cutEnd(after, lengthMax)]
  const [one = before, other = after] = shortDifferences([before, after], lengthMax)
  return [one, other]
}

const cutEnd = (text: string, lengthMax = 32): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text

/** The number of characters that all texts begin with. */
function commonStart([first = '', ...others]: readonly string[]): number {
  let length = 0
  while (length < first.length && others.every((text) => text.charAt(length) === first.charAt(length))) length += 1
  return length
}

/** The offset after the last boundary at or before `end`; no text may become empty. */
function boundaryBefore(text: string, end: number): number {
  for (let at = end; at > 0; at -= 1) if (boundaries.has(text.charAt(at - 1)) && at < text.length) return at
  return 0
}
