import { type Json, sortedMembers } from '#api/json.ts'
import { printExactJson } from '#api/exact-json.ts'

/** A line of one of two texts that are compared. */
export interface ComparedLine {
  readonly text: string
  /** The other text has no such line. */
  readonly isOwn: boolean
}

const linesOf = (body: Json | undefined, text: string): readonly string[] =>
  (body === undefined
    ? text
    : JSON.stringify(JSON.parse(printExactJson(sortedMembers(body)) ?? 'null'), null, 2)
  ).split('\n')

const against = (lines: readonly string[], others: readonly string[]): readonly ComparedLine[] => {
  const known = new Set(others.map((line) => line.replace(/,$/, '')))
  return lines.map((text) => ({ text, isOwn: !known.has(text.replace(/,$/, '')) }))
}

interface Answered {
  readonly body: Json | undefined
  readonly text: string
}

/** Returns both answers line by line, with sorted members. */
export function comparedLines(
  theirs: Answered,
  ours: Answered,
): { readonly theirs: readonly ComparedLine[]; readonly ours: readonly ComparedLine[] } {
  const [a, b] = [linesOf(theirs.body, theirs.text), linesOf(ours.body, ours.text)]
  return { theirs: against(a, b), ours: against(b, a) }
}
