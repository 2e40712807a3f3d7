import { rangeAt, type NodePath } from '#config/locate.ts'
import { readDocument } from '#config/read-document.ts'
import { LineIndex } from '#config/text-range.ts'

/** `jwt[0].issuer.url` as steps. Names with dots in them do not occur in the four kinds. */
export const stepsOfPath = (path: string): NodePath =>
  path
    .split(/[.[\]]+/)
    .filter((word) => word !== '')
    .map((word) => (/^\d+$/.test(word) ? Number(word) : word))

/** The line where a field stands, or its nearest ancestor that is there; `null` for a text that can't be read. [CB6] */
export function lineOfField(text: string, path: string): number | null {
  const document = readDocument(text)
  if (path === '' || document.type !== 'document' || document.root === null) return null
  return new LineIndex(text).position(rangeAt(document.root, stepsOfPath(path)).start).line
}
