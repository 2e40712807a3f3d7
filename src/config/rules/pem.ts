/** A block of a PEM text. */
export interface PemBlock {
  readonly label: string
  readonly hasHeaders: boolean
  readonly bytes: Uint8Array
}

const BEGIN = '-----BEGIN '

/** The blocks of a text; what is between them, and what is no base64, is skipped as Go's `encoding/pem` does. */
export function pemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = []
  for (let at = nextBegin(text, 0); at !== -1;) {
    const read = readBlock(text, at)
    if (read !== undefined) blocks.push(read.block)
    at = nextBegin(text, read?.end ?? at + BEGIN.length)
  }
  return blocks
}

/** At the beginning of a line. */
function nextBegin(text: string, from: number): number {
  for (let at = text.indexOf(BEGIN, from); at !== -1; at = text.indexOf(BEGIN, at + 1))
    if (at === 0 || text.charAt(at - 1) === '\n') return at
  return -1
}

function readBlock(text: string, start: number): { readonly block: PemBlock; readonly end: number } | undefined {
  const lineEnd = endOfLine(text, start)
  const line = text.slice(start, lineEnd).trimEnd()
  if (!line.endsWith('-----')) return undefined
  const label = line.slice(BEGIN.length, -5)
  const tail = `\n-----END ${label}-----`
  const close = text.indexOf(tail, lineEnd - 1)
  if (close === -1) return undefined
  const { hasHeaders, body } = splitHeaders(text.slice(lineEnd, Math.max(lineEnd, close)))
  const bytes = fromBase64(body)
  return bytes && { block: { label, hasHeaders, bytes }, end: close + tail.length }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end + 1
}

function splitHeaders(text: string): { readonly hasHeaders: boolean; readonly body: string } {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => !line.includes(':'))
  return { hasHeaders: first > 0, body: (first === -1 ? [] : lines.slice(first)).join('') }
}

function fromBase64(text: string): Uint8Array | undefined {
  const plain = text.replace(/[ \t\r\n]/g, '')
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(plain)) return undefined
  return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0))
}
