import { dialectNamed } from '#config/dialect.ts'
import { isStruct } from '#config/kinds/config-field.ts'
import { configKind, configKinds } from '#config/kinds/kinds.ts'
import { closest, closestFirst } from '#document/closest.ts'
import { fieldsOf, metaFields, schemaAt } from './field-at.ts'
import type { Fix, FixRequest } from './fixes.ts'
import { kindOfText } from './kind-of-text.ts'

/** Quick fixes for wrong names, kinds and values of any field. */
export function fieldFixes(request: FixRequest): readonly Fix[] {
  switch (request.diagnostic.code) {
    case 'D01':
      return unknownField(request)
    case 'D02':
      return missingKind(request)
    case 'D05':
      return wrongKind(request)
    case 'D07':
      return doubled(request)
    default:
      return request.diagnostic.type === 'NotSupported' ? otherValues(request) : []
  }
}

function unknownField({ text, editor, at, parent }: FixRequest): readonly Fix[] {
  const { kind, dialect } = kindOfText(text)
  const name = String(at.at(-1) ?? '')
  const place = kind && schemaAt(kind, dialect, parent)
  const more = kind !== undefined && parent.length === 0 ? metaFields(kind, dialect) : []
  const known =
    place !== undefined && isStruct(place.type)
      ? [...fieldsOf(place.type, dialect), ...more].map((field) => dialect.fieldName(field))
      : []
  const meant = closest(name, known)
  const rename = meant === undefined ? [] : [{ title: `Rename to ${meant}`, edits: editor.renameKey(at, meant) }]
  return [...rename, { title: `Remove ${name}`, edits: editor.remove(at) }]
}

function missingKind({ text, editor, diagnostic }: FixRequest): readonly Fix[] {
  const { kind, dialect } = kindOfText(text)
  if (kind === undefined) return []
  const lines = [`apiVersion: ${dialect.versionsOf(kind)[0] ?? ''}`, `kind: ${kind.name}`]
  const missing = lines.filter((line) => editor.find([line.slice(0, line.indexOf(':'))]) === undefined)
  if (missing.length > 0 && editor.root?.type === 'map' && !editor.isJson)
    return [
      {
        title: `Add ${missing.join(' and ')}`,
        edits: [
          {
            range: { start: editor.root.start, end: editor.root.start },
            text: missing.map((line) => `${line}\n`).join(''),
          },
        ],
      },
    ]
  const field = diagnostic.at[0] === 'kind' ? 'kind' : 'apiVersion'
  const value = field === 'kind' ? kind.name : (dialect.versionsOf(kind)[0] ?? '')
  return [{ title: `Set ${field} to ${value}`, edits: editor.setValue([field], value) }]
}

function wrongKind({ text, editor }: FixRequest): readonly Fix[] {
  const said = editor.scalar(['kind']) ?? ''
  const kind = configKind(said)
  if (kind !== undefined) {
    const { dialect } = kindOfText(text)
    const versions = [
      ...dialect.versionsOf(kind),
      ...dialectNamed(dialect.name === 'orch' ? 'kubernetes' : 'orch')
        .versionsOf(kind)
        .slice(-1),
    ]
    return versions.map((version) => ({
      title: `Set apiVersion to ${version}`,
      edits: editor.setValue(['apiVersion'], version),
    }))
  }
  const names = closestFirst(
    said,
    configKinds.map(({ name }) => name),
  )
  return names
    .slice(0, closest(said, names) === undefined ? 4 : 1)
    .map((name) => ({ title: `Set kind to ${name}`, edits: editor.setValue(['kind'], name) }))
}

/** Removes the line that the diagnostic marks. */
function doubled({ text, editor, diagnostic }: FixRequest): readonly Fix[] {
  if (editor.isJson) return []
  const { start } = diagnostic.range
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', start)
  const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd)
  const isWhole = /^\s*[^-\s#{[][^:]*:\s+\S/.test(line)
  const edits = isWhole ? [{ range: { start: lineStart, end: lineStart + line.length + 1 }, text: '' }] : []
  return [{ title: `Remove this ${diagnostic.path}`, edits }]
}

/** Offers the values that the message lists. */
function otherValues({ editor, diagnostic, at }: FixRequest): readonly Fix[] {
  const told = /supported values: (.*)$/.exec(diagnostic.message)?.[1] ?? ''
  const values = Array.from(told.matchAll(/"([^"]*)"/g), ([, value = '']) => value)
  return closestFirst(editor.scalar(at) ?? '', values).map((value) => ({
    title: `Set ${String(at.at(-1))} to ${value}`,
    edits:
      editor.find(at) === undefined
        ? editor.insert(at.slice(0, -1), [`${String(at.at(-1))}: ${value}`])
        : editor.setValue(at, value),
  }))
}
