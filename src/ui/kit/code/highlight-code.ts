import type { EditorLanguage } from '#editor/text-editor.ts'

export interface CodePiece {
  readonly kind: 'key' | 'string' | 'number' | 'comment' | 'plain'
  readonly text: string
}

const linesMax = 1000
const wordsOfNumbers: ReadonlySet<string> = new Set(['true', 'false', 'null', '~', 'True', 'False', 'Null'])

const isNumber = (word: string): boolean =>
  wordsOfNumbers.has(word) || (/^[-+.\d]/.test(word) && !Number.isNaN(Number(word)))

/** Returns the end of the quoted text that starts at `from`, or of the line. */
function endOfQuote(line: string, from: number): number {
  const quote = line[from]
  for (let at = from + 1; at < line.length; at += 1) {
    if (line[at] === '\\' && quote === '"') at += 1
    else if (line[at] === quote) return at + 1
  }
  return line.length
}

/** Returns the position of the `:` that ends a key starting at `from`, -1 for none. */
function endOfKey(line: string, from: number): number {
  let at = line[from] === '"' || line[from] === "'" ? endOfQuote(line, from) : from
  for (; at < line.length; at += 1) {
    if (line[at] === '#' && line[at - 1] === ' ') return -1
    if (line[at] === ':' && (at + 1 === line.length || line[at + 1] === ' ')) return at
  }
  return -1
}

/** Returns where the comment of a value starts, or the end of the line. */
function startOfComment(line: string, from: number): number {
  let at = line[from] === '"' || line[from] === "'" ? endOfQuote(line, from) : from
  for (; at < line.length; at += 1) if (line[at] === '#' && (at === 0 || line[at - 1] === ' ')) return at
  return line.length
}

const startsBlock = (value: string): boolean => /^[|>][-+\d]*$/.test(value)

function yamlPieces(line: string): readonly CodePiece[] {
  let at = 0
  while (line[at] === ' ' || (line[at] === '-' && (line[at + 1] === ' ' || at + 1 === line.length))) at += 1
  const pieces: CodePiece[] = [{ kind: 'plain', text: line.slice(0, at) }]
  const colon = line[at] === '#' ? -1 : endOfKey(line, at)
  if (colon >= 0) {
    pieces.push({ kind: 'key', text: line.slice(at, colon) }, { kind: 'plain', text: ':' })
    at = colon + 1
  }
  while (line[at] === ' ') {
    pieces.push({ kind: 'plain', text: ' ' })
    at += 1
  }
  const comment = startOfComment(line, at)
  const value = line.slice(at, comment)
  pieces.push({ kind: isNumber(value.trim()) ? 'number' : 'string', text: value })
  if (comment < line.length) pieces.push({ kind: 'comment', text: line.slice(comment) })
  return pieces.filter(({ text }) => text !== '')
}

const indentOf = (line: string): number => line.length - line.trimStart().length

function yamlLines(lines: readonly string[]): readonly (readonly CodePiece[])[] {
  // Indentation of the key whose block text follows; -1 outside of a block text.
  let block = -1
  return lines.map((line) => {
    if (block >= 0 && (line.trim() === '' || indentOf(line) > block)) return [{ kind: 'string', text: line }]
    block = -1
    const pieces = yamlPieces(line)
    const last = pieces.findLast(({ kind }) => kind === 'string')
    if (last !== undefined && startsBlock(last.text.trim())) block = indentOf(line)
    return pieces
  })
}

function jsonPieces(line: string): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  for (let at = 0; at < line.length;) {
    const isQuote = line[at] === '"'
    let end = isQuote ? endOfQuote(line, at) : at + 1
    if (!isQuote) while (end < line.length && line[end] !== '"') end += 1
    const text = line.slice(at, end)
    const isKey = isQuote && line.slice(end).trimStart().startsWith(':')
    const word = text.replaceAll(/[\s:,[\]{}]/g, '')
    pieces.push({ kind: isQuote ? (isKey ? 'key' : 'string') : isNumber(word) ? 'number' : 'plain', text })
    at = end
  }
  return pieces
}

/**
 * Splits a text into coloured pieces, line by line; joined they are the text. Lines after the first 1,000 are plain. An
 * approximation for the moment before the editor is loaded: it never fails, and no behaviour depends on it.
 */
export function highlightCode(text: string, language: EditorLanguage): readonly (readonly CodePiece[])[] {
  const lines = text.split('\n')
  const head = lines.slice(0, linesMax)
  const coloured =
    language === 'yaml'
      ? yamlLines(head)
      : head.map((line): readonly CodePiece[] =>
          language === 'json' ? jsonPieces(line) : [{ kind: 'plain', text: line }],
        )
  return [...coloured, ...lines.slice(linesMax).map((line): readonly CodePiece[] => [{ kind: 'plain', text: line }])]
}
