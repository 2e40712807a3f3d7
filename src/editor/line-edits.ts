import { diffArrays } from 'diff'
import type { TextSpan } from './language-service.ts'

/** A replacement of a range of the former text. */
export interface LineEdit {
  readonly range: TextSpan
  readonly text: string
}

/** Above this number of changed lines the whole text counts as replaced. */
const CHANGES_MAX = 500

/** Lines with their line break, so that their lengths add up to offsets. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/**
 * Returns the edits that turn one text into another, whole lines each, in text order. A caret in a line that stays moves
 * with it.
 */
export function lineEdits(before: string, after: string): readonly LineEdit[] {
  const changes = diffArrays(linesOf(before), linesOf(after), { maxEditLength: CHANGES_MAX })
  if (changes === undefined) return [{ range: { start: 0, end: before.length }, text: after }]
  const edits: LineEdit[] = []
  let at = 0
  let removed = ''
  let added = ''
  const close = (): void => {
    if (removed !== '' || added !== '') edits.push({ range: { start: at, end: at + removed.length }, text: added })
    at += removed.length
    removed = ''
    added = ''
  }
  for (const change of changes) {
    const text = change.value.join('')
    if (change.removed) removed += text
    else if (change.added) added += text
    else {
      close()
      at += text.length
    }
  }
  close()
  return edits
}
