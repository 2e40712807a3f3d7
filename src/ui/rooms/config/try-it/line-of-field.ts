import { rangeAt, type NodePath } from '#document/locate.ts'
import { readDocument } from '#document/read-document.ts'
import { LineIndex } from '#document/text-range.ts'

/** Splits `jwt[0].issuer.url` into path elements. Field names of the four kinds contain no dots. */
export const stepsOfPath = (path: string): NodePath =>
  path
    .split(/[.[\]]+/)
    .filter((word) => word !== '')
    .map((word) => (/^\d+$/.test(word) ? Number(word) : word))

/** Returns the line of a field, or of its nearest existing ancestor; `null` for a text that cannot be parsed. [CB6] */
export function lineOfField(text: string, path: string): number | null {
  const document = readDocument(text)
  if (path === '' || document.type !== 'document' || document.root === null) return null
  return new LineIndex(text).position(rangeAt(document.root, stepsOfPath(path)).start).line
}
