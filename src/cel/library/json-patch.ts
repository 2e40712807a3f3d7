import { celTypes, type CelType } from '../types.ts'
import { fn, overload, text, type Library } from './declare.ts'

/** For expressions that make patches. */
export const jsonPatchLibrary: Library = [
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
