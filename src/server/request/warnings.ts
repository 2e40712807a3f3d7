/** The `Warning` headers of one response. [RQ6] */
export interface Warnings {
  add(text: string): void
  /** Returns complete header values. */
  headers(): readonly string[]
}

const runesMaxTotal = 4096
const runesMaxEach = 256
const encoder = new TextEncoder()

/**
 * Collects warnings as the reference does: duplicates and texts with control characters are dropped, long texts are
 * cut if the total is too large.
 */
export function createWarnings(): Warnings {
  const texts = new Set<string>()
  return {
    add(text) {
      // A further text cannot fit: each has at least one rune.
      if (text !== '' && texts.size <= runesMaxTotal && !/\p{Cc}/u.test(text)) texts.add(text)
    },
    headers: () => fit([...texts]).map((text) => `299 - ${quote(text)}`),
  }
}

/** Once the total is exceeded each text is cut, and texts are added until their cut lengths reach the total. [RQ13] */
function fit(texts: readonly string[]): readonly string[] {
  const total = texts.reduce((sum, text) => sum + Array.from(text).length, 0)
  if (total <= runesMaxTotal) return texts
  const fitting: string[] = []
  let length = 0
  for (const text of texts) {
    if (length >= runesMaxTotal) break
    const runes = Array.from(text).slice(0, runesMaxEach)
    length += runes.length
    fitting.push(runes.join(''))
  }
  return fitting
}

/** Returns a quoted string of UTF-8 bytes. The text has no control characters, which could end the header. */
function quote(text: string): string {
  const escaped = text.replace(/[\\"]/g, (char) => `\\${char}`)
  return `"${String.fromCharCode(...encoder.encode(escaped))}"`
}
