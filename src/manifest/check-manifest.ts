import type { Json } from '#api/json.ts'
import { FileEditor } from '#document/edits.ts'
import { type NodePath, pathSteps, rangeAt } from '#document/locate.ts'
import { type ConfigDocument, readDocument } from '#document/read-document.ts'
import { LineIndex } from '#document/text-range.ts'
import type { Status, StatusCause } from '#api/status.ts'
import { fixesOf } from './fix-problem.ts'
import { findDuplicates, findMisfits } from './find-misfits.ts'
import type { FieldSchema } from './open-schema.ts'
import { type Found, type ManifestProblem, pathText, type ProblemCode } from './problem.ts'

export interface CheckedManifest {
  readonly problems: readonly ManifestProblem[]
  /** True when the text is one object whose values have the types of their fields, so that the server can decode it. */
  readonly isDecodable: boolean
}

/**
 * Checks the text of an object against its schema: syntax, unknown and repeated fields, types, enumerations. Without a
 * schema, only the syntax and repeated fields are checked. Never throws, whatever the text. [YE10]
 */
export function checkManifest(text: string, schema: FieldSchema | undefined): CheckedManifest {
  const document = readDocument(text)
  const found = findAll(document, schema)
  return {
    problems: place(text, document, found, schema),
    isDecodable: !found.some(({ code }) => code === 'syntax' || code === 'type'),
  }
}

function findAll(document: ConfigDocument, schema: FieldSchema | undefined): readonly Found[] {
  if (document.type === 'unreadable')
    return [{ code: 'syntax', at: [], message: document.message, range: document.range }]
  const { root, value, secondDocument } = document
  if (root === null || typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ code: 'syntax', at: [], message: 'an object is a mapping of fields' }]
  const more: readonly Found[] =
    secondDocument === undefined
      ? []
      : [{ code: 'syntax', at: [], message: 'an object is one document', range: secondDocument }]
  return [...more, ...findDuplicates(root), ...(schema === undefined ? [] : findMisfits(schema, value as Json))]
}

function place(
  text: string,
  document: ConfigDocument,
  found: readonly Found[],
  schema: FieldSchema | undefined,
): readonly ManifestProblem[] {
  const lines = new LineIndex(text)
  const root = document.type === 'document' ? document.root : null
  const editor = new FileEditor(text)
  return found
    .map((one) => {
      const range = one.range ?? rangeAt(root, one.at, one.part)
      return {
        code: one.code,
        at: one.at,
        path: pathText(one.at),
        message: one.message,
        range,
        start: lines.position(range.start),
        end: lines.position(range.end),
        fixes: fixesOf({ text, editor, schema }, one, range).filter(({ edits }) => edits.length > 0),
      }
    })
    .toSorted((one, other) => one.range.start - other.range.start)
}

const codes: ReadonlyMap<string, ProblemCode> = new Map([
  ['FieldValueRequired', 'required'],
  ['FieldValueNotSupported', 'value'],
])

/**
 * Places the causes of a refusal at their fields. A refusal without causes is marked at the kind. Strict refusals of
 * unknown and repeated fields name no causes and are left out: {@link checkManifest} finds those. [YE11]
 */
export function refusalProblems(
  text: string,
  status: Pick<Status, 'message' | 'details'>,
  schema: FieldSchema | undefined,
): readonly ManifestProblem[] {
  const document = readDocument(text)
  const root = document.type === 'document' ? document.root : null
  const causes = status.details?.causes ?? []
  const found = causes.length > 0 ? causes.map((cause) => ofCause(cause)) : [ofWhole(status.message ?? '')]
  return place(text, document, root === null ? [] : found, schema)
}

function ofCause({ field = '', message = '', reason = '' }: StatusCause): Found {
  const code = codes.get(reason) ?? 'refused'
  const at: NodePath = pathSteps(field)
  if (at.length === 0) return ofWhole(message)
  return { code, at, message, values: code === 'value' ? supportedValues(message) : [] }
}

const ofWhole = (message: string): Found => ({ code: 'refused', at: ['kind'], part: 'key', message })

/** Returns the values that a message lists: `supported values: "A", "B"`. */
function supportedValues(message: string): readonly string[] {
  const told = /supported values: (.*)$/.exec(message)?.[1] ?? ''
  return Array.from(told.matchAll(/"([^"]*)"/g), ([, value = '']) => value)
}
