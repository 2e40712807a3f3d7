/** An error in an expression. `from` and `to` are UTF-16 offsets; `from` is -1 if there is no position. */
export interface CelIssue {
  readonly from: number
  readonly to: number
  /** Starts at 1; -1 if there is no position. */
  readonly line: number
  /** Starts at 1, in code points; 0 if there is no position. */
  readonly column: number
  readonly message: string
}

/** Maximum length of a source line that is shown below a message. */
const SNIPPET_MAX = 16384
const ISSUES_MAX = 100

export interface Place {
  readonly from: number
  readonly to: number
}

/** @param place null: the issue has no position */
export function issueAt(source: string, place: Place | null, message: string): CelIssue {
  // An empty text has no position to point at.
  if (source === '') return { from: 0, to: 0, line: 1, column: 0, message }
  if (place === null) return { from: -1, to: -1, line: -1, column: 0, message }
  const before = source.slice(0, place.from)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.split('\n').length
  return { from: place.from, to: place.to, line, column: Array.from(before.slice(lineStart)).length + 1, message }
}

/** Prints all issues as the reference does: the message, the line, and a caret below the column. */
export function issuesText(source: string, issues: readonly CelIssue[]): string {
  const sorted = issues.slice(0, ISSUES_MAX).toSorted((a, b) => a.line - b.line || a.column - b.column)
  const texts = sorted.map((issue) => issueText(source, issue))
  if (issues.length > ISSUES_MAX) texts.push(`${issues.length - ISSUES_MAX} more errors were truncated`)
  return texts.join('\n')
}

function issueText(source: string, issue: CelIssue): string {
  const head = `ERROR: <input>:${issue.line}:${issue.column}: ${issue.message}`
  const line = source.split('\n')[issue.line - 1]
  if (line === undefined || issue.column === 0 || line.length > SNIPPET_MAX) return head
  const characters = Array.from(line.replaceAll('\t', ' '))
  const dots = characters.slice(0, issue.column - 1).map((c) => (isWide(c) ? '\uff0e' : '.'))
  const under = characters[issue.column - 1]
  return `${head}\n | ${characters.join('')}\n | ${dots.join('')}${under !== undefined && isWide(under) ? '\uff3e' : '^'}`
}

const isWide = (character: string): boolean => (character.codePointAt(0) ?? 0) > 0x7f
