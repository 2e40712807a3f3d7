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
 * Collects warnings as the reference does: duplicates are dropped, long texts are truncated if the total is too large.
 */
export function createWarnings(): Warnings {
  const texts = new Set<string>()
  return {
    add(text) {
      // A further text cannot fit: each has at least one rune.
      if (text !== '' && texts.size <= runesMaxTotal) texts.add(text)
    },
    headers: () => fit([...texts]).map((text) => `299 - ${quote(text)}`),
  }
}

function fit(texts: readonly string[]): readonly string[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0)
  if (total <= runesMaxTotal) return texts
  const fitting: string[] = []
  let left = runesMaxTotal
  for (const text of texts) {
    const cut = Array.from(text).slice(0, Math.min(runesMaxEach, left)).join('')
    left -= cut.length
    if (cut !== '') fitting.push(cut)
  }
  return fitting
}

/** Returns a quoted string: UTF-8 bytes for non-ASCII text, and no characters that could end the header. */
function quote(text: string): string {
  const escaped = text.replace(/[\\"]/g, (char) => `\\${char}`).replace(/\p{Cc}/gu, ' ')
  return `"${String.fromCharCode(...encoder.encode(escaped))}"`
}
