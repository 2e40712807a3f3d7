const encoder = new TextEncoder()

/** A text as Go's time package quotes it: what is no printable ASCII as the bytes of its UTF-8. */
export function quoteBytes(text: string): string {
  let quoted = '"'
  for (const char of text) {
    if (char === '"' || char === '\\') quoted += `\\${char}`
    else if (char >= ' ' && char < '\u0080') quoted += char
    else for (const byte of encoder.encode(char)) quoted += `\\x${byte.toString(16).padStart(2, '0')}`
  }
  return `${quoted}"`
}
