import { decodeBase64 } from '#server/resources/parts/base64.ts'

interface PemBlock {
  readonly type: string
  readonly der: Uint8Array
}

/**
 * What makes a certificate and key unusable as a pair, in the words of the reference's TLS library; `null` when both
 * have the form of a pair. Whether the key belongs to the certificate is not looked at.
 */
export function keyPairProblem(certificate: string, privateKey: string): string | null {
  const certificateBlocks = readPem(decodeBase64(certificate))
  return (
    certificateProblem(certificateBlocks) ??
    keyProblem(readPem(decodeBase64(privateKey))) ??
    parseProblem(certificateBlocks)
  )
}

function certificateProblem(blocks: readonly PemBlock[]): string | null {
  if (blocks.some(({ type }) => type === 'CERTIFICATE')) return null
  const [first] = blocks
  if (first === undefined) return 'tls: failed to find any PEM data in certificate input'
  if (blocks.length === 1 && first.type.endsWith('PRIVATE KEY')) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${typesOf(blocks)}`
}

function keyProblem(blocks: readonly PemBlock[]): string | null {
  if (blocks.some(({ type }) => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY'))) return null
  const [first] = blocks
  if (first === undefined) return 'tls: failed to find any PEM data in key input'
  if (blocks.length === 1 && first.type === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${typesOf(blocks)}`
}

/** Only the outermost form is checked: one DER sequence. */
function parseProblem(blocks: readonly PemBlock[]): string | null {
  const der = blocks.find(({ type }) => type === 'CERTIFICATE')?.der
  return der !== undefined && der[0] === 0x30 && der.length > 2 ? null : 'x509: malformed certificate'
}

const typesOf = (blocks: readonly PemBlock[]): string => `[${blocks.map(({ type }) => type).join(' ')}]`

/** Blocks of a PEM text; anything between them, and blocks that are not base64, are passed over. */
function readPem(bytes: Uint8Array): readonly PemBlock[] {
  const blocks: PemBlock[] = []
  let open: { type: string; lines: string[] } | null = null
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    const text = line.trim()
    if (text.startsWith('-----BEGIN ') && text.endsWith('-----')) open = { type: text.slice(11, -5), lines: [] }
    else if (open !== null && text === `-----END ${open.type}-----`) {
      const der = decodeLines(open.lines)
      if (der !== null) blocks.push({ type: open.type, der })
      open = null
    } else open?.lines.push(text)
  }
  return blocks
}

/** `null` where the lines are not base64. Headers such as `Proc-Type: …` are left out. */
function decodeLines(lines: readonly string[]): Uint8Array | null {
  const body = lines.filter((line) => !line.includes(':')).join('')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(body) && body.length % 4 === 0 ? decodeBase64(body) : null
}
