import { closest, closestFirst } from '#document/closest.ts'
import type { FileEditor } from '#document/edits.ts'
import { type NodePath, target } from '#document/locate.ts'
import type { TextRange } from '#document/text-range.ts'
import { type FieldSchema, schemaAt, type ValueType } from './open-schema.ts'
import type { Found, ManifestFix } from './problem.ts'

interface FixContext {
  readonly text: string
  readonly editor: FileEditor
  readonly schema: FieldSchema | undefined
}

const valuesMax = 6

/** Returns the quick fixes for a problem, the most likely first. [YE12] */
export function fixesOf(context: FixContext, found: Found, range: TextRange): readonly ManifestFix[] {
  switch (found.code) {
    case 'unknown':
      return unknownField(context, found.at)
    case 'type':
      return wrongType(context, found.at)
    case 'value':
      return otherValue(context, found)
    case 'required':
      return missingField(context, found.at)
    case 'duplicate':
      return removeLine(context, range)
    default:
      return []
  }
}

const schemaIn = ({ schema }: FixContext, at: NodePath): FieldSchema | undefined =>
  schema === undefined ? undefined : schemaAt(schema, at)

function unknownField(context: FixContext, at: NodePath): readonly ManifestFix[] {
  const { editor } = context
  const name = String(at.at(-1) ?? '')
  const parent = schemaIn(context, at.slice(0, -1))
  const known = (parent?.names ?? []).filter((each) => editor.find([...at.slice(0, -1), each])?.key === undefined)
  const meant = closest(name, known)
  const rename = meant === undefined ? [] : [{ title: `Rename to ${meant}`, edits: editor.renameKey(at, meant) }]
  return [...rename, { title: `Remove ${name}`, edits: editor.remove(at) }]
}

/** Adds or removes the quotes of a scalar when that gives it the right type. */
function wrongType(context: FixContext, at: NodePath): readonly ManifestFix[] {
  const { text, editor } = context
  const types = schemaIn(context, at)?.types ?? []
  const value = editor.find(at)?.value
  const node = value === undefined ? undefined : target(value)
  if (node?.type !== 'scalar' || value !== node || node.end === node.start) return []
  const range = { start: node.start, end: node.end }
  if (node.isPlain) {
    const quoted = JSON.stringify(text.slice(node.start, node.end))
    return types.includes('string') ? [{ title: `Quote it: ${quoted}`, edits: [{ range, text: quoted }] }] : []
  }
  const bare = node.text.trim()
  return fitsBare(bare, types) ? [{ title: `Remove the quotes: ${bare}`, edits: [{ range, text: bare }] }] : []
}

function fitsBare(text: string, types: readonly ValueType[]): boolean {
  if (/^(?:true|false)$/.test(text)) return types.includes('boolean')
  return /^-?\d+$/.test(text) && (types.includes('integer') || types.includes('number'))
}

function otherValue(context: FixContext, { at, values = [] }: Found): readonly ManifestFix[] {
  const { editor } = context
  const listed = schemaIn(context, at)?.values ?? []
  const known = values.length > 0 ? values : listed.filter((each) => typeof each === 'string')
  return closestFirst(editor.scalar(at) ?? '', known)
    .slice(0, valuesMax)
    .map((value) => ({
      title: `Set ${String(at.at(-1))} to ${value}`,
      edits:
        editor.find(at) === undefined
          ? editor.insert(at.slice(0, -1), [`${String(at.at(-1))}: ${editor.quote(value)}`])
          : editor.setValue(at, value),
    }))
}

/** Adds a missing field with a value to be filled in. */
function missingField(context: FixContext, at: NodePath): readonly ManifestFix[] {
  const { editor } = context
  const name = at.at(-1)
  if (typeof name !== 'string' || editor.find(at) !== undefined) return []
  const field = schemaIn(context, at)
  return [{ title: `Add ${name}`, edits: editor.insert(at.slice(0, -1), [`${name}: ${startValue(field)}`]) }]
}

/** A value of the right type to start from. */
export function startValue(field: FieldSchema | undefined): string {
  const [first] = field?.values ?? []
  if (typeof first === 'string') return first
  switch (field?.types[0]) {
    case 'object':
      return '{}'
    case 'array':
      return '[]'
    case 'integer':
    case 'number':
      return '0'
    case 'boolean':
      return 'false'
    default:
      return '""'
  }
}

/** Removes the line of a repeated field whose value ends on that line. */
function removeLine({ text, editor }: FixContext, { start }: TextRange): readonly ManifestFix[] {
  if (editor.isJson) return []
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd === -1 ? text.length : lineEnd + 1
  const isWhole = /^\s*[^-\s#{[][^:]*:\s+[^\s|>&*{[]/.test(text.slice(lineStart, end))
  return isWhole ? [{ title: 'Remove this line', edits: [{ range: { start: lineStart, end }, text: '' }] }] : []
}
