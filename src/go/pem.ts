import { Base64Error, decodeBase64 } from './base64.ts'

/** One block of a PEM text. */
export interface PemBlock {
  /** `CERTIFICATE` of `-----BEGIN CERTIFICATE-----`. */
  readonly type: string
  /** Names of headers such as `Proc-Type`, sorted. */
  readonly headers: readonly string[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

const BEGIN = '-----BEGIN '
const END = '\n-----END '
const DASHES = '-----'

/**
 * Returns all blocks of a PEM text, as repeated calls of Go's `pem.Decode` do. Text between blocks is skipped, and
 * so are blocks with a wrong end line or invalid base64.
 */
export function pemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = []
  let rest = text
  for (;;) {
    const found = nextBlock(rest)
    if (found === null) return blocks
    blocks.push(found.block)
    rest = found.rest
  }
}

interface Found {
  readonly block: PemBlock
  readonly rest: string
}

function nextBlock(text: string): Found | null {
  let rest = text
  for (;;) {
    const start = rest.startsWith(BEGIN) ? BEGIN.length : startAfterLine(rest)
    if (start < 0) return null
    const first = splitLine(rest.slice(start))
    rest = first.rest
    if (!first.line.endsWith(DASHES)) continue
    const type = first.line.slice(0, -DASHES.length)
    const body = readHeaders(rest)
    if (body === null) return null
    rest = body.rest
    const found = readBody(type, body)
    if (found !== null) return found
  }
}

function startAfterLine(text: string): number {
  const at = text.indexOf(`\n${BEGIN}`)
  return at < 0 ? -1 : at + 1 + BEGIN.length
}

/** Returns a line without trailing white space, and the text after it. */
function splitLine(text: string): { readonly line: string; readonly rest: string } {
  const at = text.indexOf('\n')
  const line = at < 0 ? text : text.slice(0, at).replace(/\r$/, '')
  return { line: line.replace(/[ \t]+$/, ''), rest: at < 0 ? '' : text.slice(at + 1) }
}

interface Body {
  readonly headers: readonly string[]
  readonly rest: string
}

/** Reads lines `name: value`; `null` if the text ends with them. */
function readHeaders(text: string): Body | null {
  const headers = new Set<string>()
  for (let rest = text; rest !== '';) {
    const { line, rest: next } = splitLine(rest)
    const colon = line.indexOf(':')
    if (colon < 0) return { headers: [...headers].toSorted(), rest }
    headers.add(line.slice(0, colon).trim())
    rest = next
  }
  return null
}

function readBody(type: string, { headers, rest }: Body): Found | null {
  // Without headers the last line may directly follow the first.
  const isEmpty = headers.length === 0 && rest.startsWith(END.slice(1))
  const end = isEmpty ? 0 : rest.indexOf(END)
  if (end < 0) return null
  const trailer = rest.slice(end + END.length - (isEmpty ? 1 : 0))
  const close = `${type}${DASHES}`
  if (!trailer.startsWith(close) || splitLine(trailer.slice(close.length)).line !== '') return null
  try {
    const bytes = decodeBase64(rest.slice(0, end).replace(/[ \t]/g, ''))
    return { block: { type, headers, bytes }, rest: splitLine(rest.slice(end + END.length - 1)).rest }
  } catch (error) {
    if (error instanceof Base64Error) return null
    throw error
  }
}
