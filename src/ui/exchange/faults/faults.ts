import type { Json } from '#api/json.ts'
import type { Status, StatusCause } from '#api/status.ts'
import { closest } from '#document/closest.ts'
import { applyEdits, FileEditor, type TextEdit } from '#document/edits.ts'
import { type NodePath, pathSteps } from '#document/locate.ts'
import { LineIndex } from '#document/text-range.ts'
import { closedValue, numberIn, sluggedName, valueOfType } from './fault-values.ts'

/** A change of the body that ends one fault. */
export interface FaultFix {
  /** `Set 9`, `Add []` */
  readonly label: string
  readonly edits: readonly TextEdit[]
}

/** One cause of a refusal, with its place in the body that was sent. */
export interface Fault {
  readonly field: string
  /** The server's words without the field and the value. */
  readonly words: string
  /** The line of the field, or of the nearest field around it; 0 for a body that is not readable. */
  readonly line: number
  /** `null` where the cause does not say which value is right, and where the text was changed since. */
  readonly fix: FaultFix | null
  /** True if the text has another value there than the refused one had. */
  readonly isChanged: boolean
}

/** Facts beside the body from which a right value can be taken. */
export interface KnownValues {
  /** The stored value of a field; `undefined` for none. */
  readonly stored: (path: NodePath) => Json | undefined
  /** The type of a field by the schema of its kind, such as `array`; `''` where it is not known. */
  readonly typeAt: (path: NodePath) => string
}

/**
 * Returns the causes of a 422 with the fix of each, if its words tell one. `refused` is the body that was sent, `body` what
 * became of it since. [EX7]
 */
export function faultsOf(
  { details }: Status,
  body: string,
  known: KnownValues,
  refused: string = body,
): readonly Fault[] {
  const editor = new FileEditor(body)
  const sent = refused === body ? editor : new FileEditor(refused)
  const lines = new LineIndex(body)
  return (details?.causes ?? []).map((cause) => {
    const { field = '', message = '' } = cause
    const path = pathSteps(field)
    const isChanged = path.length > 0 && writtenAt(editor, body, path) !== writtenAt(sent, refused, path)
    return {
      field,
      words: faultWords(field, message),
      line: editor.root === null ? 0 : lines.position(editor.offsetOf(path)).line,
      fix: path.length === 0 || isChanged ? null : fixOf(editor, path, cause, known),
      isChanged,
    }
  })
}

/** Returns the text of a value as it is written; `undefined` where there is none. */
function writtenAt(editor: FileEditor, body: string, path: NodePath): string | undefined {
  const found = editor.find(path)
  return found === undefined ? undefined : body.slice(found.value.start, found.value.end)
}

/** Returns the body with all fixes applied. Fixes of one place are applied once. */
export function withFixes(body: string, faults: readonly Fault[]): string {
  const edits = new Map(
    faults.flatMap(({ fix }) => fix?.edits ?? []).map((edit) => [`${edit.range.start} ${edit.text}`, edit]),
  )
  return applyEdits(body, [...edits.values()])
}

/** A value is quoted, an object or a list, or one word. */
const value =
  /^(?:Invalid value|Unsupported value|Duplicate value|Not found|Too long|Too many): (?:"(?:[^"\\]|\\.)*"|\{.*?\}(?=: )|\[.*?\](?=: )|[^:\s]+)(?:: )?/

function faultWords(field: string, message: string): string {
  const missing = /^Required value(?:: (.*))?$/s.exec(message)
  if (missing !== null) return missing[1] ?? 'required, and it is missing'
  const rest = message.replace(value, '').replace(/^Forbidden: /, '')
  return (rest === '' ? message : rest).replace(`${field} in body `, '').replace(/: "[a-z]+"$/, '')
}

type FixMaker = (editor: FileEditor, path: NodePath, cause: StatusCause, known: KnownValues) => FaultFix | null

function fixOf(editor: FileEditor, path: NodePath, cause: StatusCause, known: KnownValues): FaultFix | null {
  for (const make of makers) {
    const fix = make(editor, path, cause, known)
    if (fix !== null && fix.edits.length > 0) return fix
  }
  return null
}

/** Prints a value for a button and for the text. */
const printed = (json: Json): string => JSON.stringify(json)

const setTo = (editor: FileEditor, path: NodePath, json: Json, verb = 'Set'): FaultFix => {
  const text = typeof json === 'string' ? editor.quote(json) : printed(json)
  const label = typeof json === 'object' && json !== null && printed(json).length > 24 ? 'the stored value' : text
  return { label: `${verb} ${label}`, edits: editor.setWritten(path, text) }
}

const makers: readonly FixMaker[] = [
  // An immutable field gets its stored value again.
  (editor, path, { message = '' }, { stored }) => {
    const before = /field is immutable|may not be changed/.test(message) ? stored(path) : undefined
    return before === undefined ? null : setTo(editor, path, before, 'Restore')
  },
  // Something of the wrong type is converted where it can be.
  (editor, path, { message = '' }) => {
    const type = /must be of type (\w+)/.exec(message)?.[1]
    const text = editor.scalar(path)
    const right = type === undefined || text === undefined ? undefined : valueOfType(text, type)
    return right === undefined ? null : setTo(editor, path, right)
  },
  // One of the values that the server lists.
  (editor, path, { message = '' }) => {
    const listed = /supported values: (.*)$/s.exec(message)?.[1]
    const values = [...(listed ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(([, text]) => text ?? [])
    const best = closest(editor.scalar(path) ?? '', values) ?? values[0]
    return best === undefined ? null : setTo(editor, path, best)
  },
  // A number beyond a bound, or a name with signs that names cannot have.
  (editor, path, { message = '' }) => {
    const bound = closedValue(message)
    if (bound !== undefined && numberIn(editor.scalar(path)) !== undefined) return setTo(editor, path, bound)
    const name = /lowercase RFC 1123|RFC 1035/.test(message) ? sluggedName(editor.scalar(path) ?? '') : ''
    return name === '' ? null : setTo(editor, path, name)
  },
  // A missing value gets its stored value, or the empty value of its type.
  (editor, path, { reason = '' }, { stored, typeAt }) => {
    const name = path.at(-1)
    if (reason !== 'FieldValueRequired' || typeof name !== 'string') return null
    const before = stored(path)
    const value = before ?? valueOfType('', typeAt(path))
    if (value === undefined || value === '') return null
    const label = `Add ${printed(value).length > 24 ? 'the stored value' : printed(value)}`
    if (editor.find(path) !== undefined) return { label, edits: editor.setWritten(path, printed(value)) }
    return { label, edits: editor.insert(path.slice(0, -1), [`${name}: ${printed(value)}`]) }
  },
  // A field that may not be set is taken out; a whole `spec` is not, as its message is about fields inside of it.
  (editor, path, { reason = '' }) =>
    reason === 'FieldValueForbidden' && path.length > 1 ? { label: 'Remove it', edits: editor.remove(path) } : null,
]
