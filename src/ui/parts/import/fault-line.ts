import type { Status } from '#api/status.ts'
import type { FoundDocument } from './documents.ts'
import type { DocumentReader } from './reader.ts'

/** Finds a field in the message of a refusal without causes: `.data.a: expected string` of an apply, `unknown field "data.a"`. */
const fieldInWords = (message: string): string | undefined =>
  /(?:^|\s)\.([A-Za-z][^\s:]*): /.exec(message)?.[1] ?? /unknown field "([^"]+)"/.exec(message)?.[1]

/** Returns the line of the first field that a refusal names, else the first line of the document. */
export async function faultLine(
  reader: DocumentReader,
  { number, line }: FoundDocument,
  status: Status,
): Promise<number> {
  const cause = status.details?.causes?.find(({ field: named = '' }) => named !== '')
  const field = cause?.field ?? fieldInWords(status.message ?? '')
  return field === undefined ? line : reader.lineOf(number, field.replace(/^\./, ''))
}
