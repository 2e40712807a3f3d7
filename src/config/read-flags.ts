/** A flag of a command line. */
export interface Flag {
  readonly name: string
  readonly value: string
}

/** All other flags take the next word as their value if there is no `=`. */
const isSwitch = (name: string): boolean => name === 'anonymous-auth'

/**
 * Returns the flags in a command line, a list with one per line, or a manifest's `command`; everything else is
 * ignored.
 */
export function readFlags(text: string): readonly Flag[] {
  const words = wordsOf(text)
  const flags: Flag[] = []
  for (let at = 0; at < words.length; at++) {
    const [, name, value] = /^--([a-z0-9][a-z0-9-]*)(?:=(.*))?$/s.exec(words[at] ?? '') ?? []
    if (name === undefined) continue
    const next = words[at + 1]
    if (value !== undefined) flags.push({ name, value })
    else if (!isSwitch(name) && next !== undefined && !next.startsWith('--'))
      flags.push({ name, value: words[++at] ?? '' })
    else flags.push({ name, value: '' })
  }
  return flags
}

const wordPattern = /(?:[^\s'"\\]|\\[^\n]|"(?:[^"\\]|\\.)*"|'[^']*')+/gs
const piecePattern = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^'"\\]+)/gs

/** Splits words as a shell does, without comments, YAML list dashes, and JSON brackets and commas. */
function wordsOf(text: string): readonly string[] {
  const plain = text.replaceAll(/(^|\s)#[^\n]*/g, '$1')
  return Array.from(plain.matchAll(wordPattern), ([word]) => unquote(word)).filter(
    (word) => word !== '' && word !== '-',
  )
}

function unquote(word: string): string {
  const bare = /^\[|^["'].*,$|\]$/.test(word) ? word.replace(/^\[/, '').replace(/[,\]]+$/, '') : word
  return Array.from(bare.matchAll(piecePattern), ([, double, single, escaped, other]) =>
    double === undefined ? (single ?? escaped ?? other ?? '') : double.replaceAll(/\\(.)/g, '$1'),
  ).join('')
}
