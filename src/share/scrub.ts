/** Number of removed credentials. */
export interface Scrubbed {
  readonly text: string
  readonly tokens: number
  readonly privateKeys: number
}

const signedTokenPattern = /\beyJ[A-Za-z0-9_-]{5,4000}\.eyJ[A-Za-z0-9_-]{2,4000}\.[A-Za-z0-9_-]*/g
const connectionPattern = /^(\s*-?\s*(?:token|password|client-key-data)\s*:[ \t]*)(?!["']{2})(\S.*)$/gm

/**
 * Takes private keys and signed tokens out of a text, wherever they are. Values of fields that hold secrets are emptied
 * before, by the facts of their kinds. [SH5]
 */
export function scrub(text: string): Scrubbed {
  let tokens = 0
  const parts = withoutPrivateKeys(text)
  const scrubbed = parts.join('left out: a private key').replace(signedTokenPattern, () => {
    tokens += 1
    return 'left-out-a-token'
  })
  return { text: scrubbed, tokens, privateKeys: parts.length - 1 }
}

const BEGIN = '-----BEGIN '

/** Returns the parts of a text between PEM blocks with private keys. */
function withoutPrivateKeys(text: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at + 1)) {
    const label = text.slice(at + BEGIN.length, text.indexOf('-----', at + BEGIN.length))
    if (label.length > 40 || !label.endsWith('PRIVATE KEY')) continue
    const closing = `-----END ${label}-----`
    const end = text.indexOf(closing, at)
    if (end < 0) break
    parts.push(text.slice(from, at))
    from = end + closing.length
    at = from - 1
  }
  return [...parts, text.slice(from)]
}

/** Takes the credentials of connection files out, besides keys and signed tokens. [SH5] */
export function scrubConnection(text: string): Scrubbed {
  const scrubbed = scrub(text)
  let { tokens } = scrubbed
  return {
    ...scrubbed,
    text: scrubbed.text.replace(connectionPattern, (_line, name: string) => {
      tokens += 1
      return `${name}""`
    }),
    tokens,
  }
}
