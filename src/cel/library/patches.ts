import { celTypes, type CelField, type CelType } from '#cel/cel-type.ts'
import { fn, overload, text, type Library } from './declare.ts'

/** Functions for expressions that construct patches. */
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

/** Every name is a field, of type dyn. */
class OpenFields extends Map<string, CelField> {
  override get(name: string): CelField {
    return { type: celTypes.dyn, jsonName: name }
  }
}

const openFields: ReadonlyMap<string, CelField> = new OpenFields()
const openType = (name: string): CelType => celTypes.objectOf(name, () => openFields)

/** `Object{…}`: a part of an object whose schema is unknown at compile time. */
export const objectType: CelType = openType('Object')

/** Returns the type of `JSONPatch{…}`, `Object{…}`, `Object.spec{…}` and so on. */
export function patchTypeNamed(name: string): CelType | undefined {
  if (name === jsonPatchType.name) return jsonPatchType
  if (name === objectType.name) return objectType
  return name.startsWith(`${objectType.name}.`) ? openType(name) : undefined
}
