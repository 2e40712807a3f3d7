import { type DialectName, dialectNamed, dialectOf } from '#config/dialect.ts'
import {
  type ConfigField,
  type ConfigKind,
  type ConfigStruct,
  type ConfigType,
  isList,
  isStruct,
} from '#config/kinds/config-field.ts'
import { type NodePath, target } from '#document/locate.ts'
import { FileEditor, type TextEdit } from '#document/edits.ts'
import { kindOfText } from './kind-of-text.ts'

/**
 * Returns the edits that convert a file to the other spelling. Comments, order and style are kept; the list is empty
 * if it has that spelling already.
 */
export function conversionEdits(text: string, to: DialectName): readonly TextEdit[] {
  const { kind } = kindOfText(text)
  const editor = new FileEditor(text)
  const version = editor.scalar(['apiVersion'])
  if (kind === undefined || version === undefined || dialectOf(version) === to) return []
  const wanted = dialectNamed(to).versionsOf(kind)
  const keep = wanted.find((each) => each.split('/')[1] === version.split('/')[1])
  const newVersion = keep ?? wanted.find((each) => each.endsWith('/v1beta1')) ?? version
  return [...editor.setValue(['apiVersion'], newVersion), ...renames(editor, kind, to)]
}

/** Returns edits for all fields and values whose spelling differs. */
function renames(editor: FileEditor, kind: ConfigKind, to: DialectName): readonly TextEdit[] {
  const from = dialectNamed(to === 'orch' ? 'kubernetes' : 'orch')
  const edits: TextEdit[] = []
  const visitStruct = (struct: ConfigStruct, path: NodePath): void => {
    for (const field of struct.fields) {
      const at = [...path, from.fieldName(field)]
      if (editor.find(at) === undefined) continue
      edits.push(...renameField(editor, field, at, to))
      visitType(field.type, at)
    }
  }
  const visitType = (type: ConfigType, path: NodePath): void => {
    if (isStruct(type)) visitStruct(type, path)
    else if (isList(type)) {
      const found = editor.find(path)?.value
      const list = found && target(found)
      if (list?.type === 'list') for (const index of list.items.keys()) visitType(type.items, [...path, index])
    }
  }
  visitStruct(kind.root, [])
  return onceEach(edits)
}

function renameField(editor: FileEditor, field: ConfigField, at: NodePath, to: DialectName): readonly TextEdit[] {
  const value = editor.scalar(at)
  const known = field.values?.find(
    (each) => each.originalValue !== undefined && value === (to === 'orch' ? each.originalValue : each.value),
  )
  const newValue = known === undefined ? undefined : to === 'orch' ? known.value : known.originalValue
  return [
    ...(field.originalName === undefined ? [] : editor.renameKey(at, to === 'orch' ? field.name : field.originalName)),
    ...(newValue === undefined ? [] : editor.setValue(at, newValue)),
  ]
}

/** Removes duplicate edits: several aliases lead to the same position. */
const onceEach = (edits: readonly TextEdit[]): readonly TextEdit[] => [
  ...new Map(edits.map((edit) => [edit.range.start, edit])).values(),
]
