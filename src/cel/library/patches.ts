import { celTypes, type CelField, type CelType } from '../types.ts'
import { fn, overload, text, type Library } from './declare.ts'

/** For expressions that make patches. */
export const patchLibrary: Library = [
  fn(
    'jsonpatch.escapeKey',
    overload('string_jsonpatch_escapeKey_string', '(string) string', (key) =>
      text(key).replaceAll('~', '~0').replaceAll('/', '~1'),
    ),
  ),
]

/** `JSONPatch{op: …, path: …}`: one operation. */
export const jsonPatchType: CelType = celTypes.object('JSONPatch', {
  op: celTypes.string,
  path: celTypes.string,
  from: celTypes.string,
  value: celTypes.dyn,
})

/** Any name is a field, and holds anything. */
class OpenFields extends Map<string, CelField> {
  override get(name: string): CelField {
    return { type: celTypes.dyn, jsonName: name }
  }
}

const openFields: ReadonlyMap<string, CelField> = new OpenFields()
const openType = (name: string): CelType => celTypes.objectOf(name, () => openFields)

/** `Object{…}`: a part of an object whose schema is not known when the expression is read. */
export const objectType: CelType = openType('Object')

/** The type of `JSONPatch{…}`, `Object{…}`, `Object.spec{…}` and so on, which patches are made of. */
export function patchTypeNamed(name: string): CelType | undefined {
  if (name === jsonPatchType.name) return jsonPatchType
  if (name === objectType.name) return objectType
  return name.startsWith(`${objectType.name}.`) ? openType(name) : undefined
}
