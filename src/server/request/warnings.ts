/** Texts for `Warning` headers of one answer. [RQ6] */
export interface Warnings {
  add(text: string): void
  /** Whole header values, ready to be appended. */
  headers(): readonly string[]
}

const runesMaxTotal = 4096
const runesMaxEach = 256
const encoder = new TextEncoder()

/** Collects warnings as the reference does: each text once, long ones cut when there is much of them. */
export function createWarnings(): Warnings {
  const texts: string[] = []
  return {
    add(text) {
      if (text !== '' && !texts.includes(text)) texts.push(text)
    },
    headers: () => fit(texts).map((text) => `299 - ${quote(text)}`),
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

/** A quoted string in bytes: UTF-8 where the text is not ASCII, and nothing that could end the header. */
function quote(text: string): string {
  const escaped = text.replace(/[\\"]/g, (char) => `\\${char}`).replace(/\p{Cc}/gu, ' ')
  return `"${String.fromCharCode(...encoder.encode(escaped))}"`
}
