export interface PemBlock {
  readonly type: string
  readonly hasHeaders: boolean
  readonly bytes: Uint8Array
}

const begin = '-----BEGIN '
const dashes = '-----'

/** Blocks of armoured text in their order; what stands between them is left out. */
export function pemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = []
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const type = typeOf(lines[at] ?? '')
    if (type === null) continue
    const end = lines.indexOf(`-----END ${type}${dashes}`, at + 1)
    if (end < 0) continue
    const block = toBlock(type, lines.slice(at + 1, end))
    if (block === null) continue
    blocks.push(block)
    at = end
  }
  return blocks
}

function typeOf(line: string): string | null {
  const text = line.trimEnd()
  return text.startsWith(begin) && text.endsWith(dashes) ? text.slice(begin.length, -dashes.length) : null
}

function toBlock(type: string, lines: readonly string[]): PemBlock | null {
  const headers = lines.findLastIndex((line) => line.includes(':')) + 1
  try {
    const binary = atob(lines.slice(headers).join(''))
    return { type, hasHeaders: headers > 0, bytes: Uint8Array.from(binary, (char) => char.charCodeAt(0)) }
  } catch {
    // No base64: as if it were not there.
    return null
  }
}
