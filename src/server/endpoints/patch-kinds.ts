import { badRequest } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import { applyJsonPatch, parseJsonPatch } from '#server/merge/json-patch.ts'
import { applyMergePatch, checkMergePatch } from '#server/merge/merge-patch.ts'
import type { Patched } from '#server/merge/patch-document.ts'
import { JsonSyntaxError, type ParsedJson, parseJson } from '#server/serializer/parse-json.ts'
import type { WriteOptions } from './write-options.ts'

/** A patch that was read and found sound. */
export interface PatchDocument {
  /** Doubled and unknown members of the document, in the words of field validation. */
  readonly problems: readonly string[]
  apply(base: JsonObject): Patched
}

interface PatchKind {
  readonly mediaType: string
  read(sent: ParsedJson, checked: boolean): PatchDocument
}

/** The kinds of patch that are spoken; a new one is a row here and a file in `merge`. "Patch kinds". [PA1] */
export const patchKinds: readonly PatchKind[] = [
  {
    mediaType: 'application/json-patch+json',
    read(sent, checked) {
      const patch = parseJsonPatch(sent, checked)
      const problems = [...sent.duplicates, ...unknownMembers(patch.operations)]
      return { problems: problems.map((text) => `json patch ${text}`), apply: (base) => applyJsonPatch(patch, base) }
    },
  },
  {
    mediaType: 'application/merge-patch+json',
    read(sent, checked) {
      checkMergePatch(sent, checked)
      return { problems: sent.duplicates, apply: (base) => applyMergePatch(sent, base) }
    },
  },
]

const knownMembers = new Set(['op', 'path', 'from', 'value'])

const unknownMembers = (operations: readonly (JsonObject | null)[]): readonly string[] =>
  operations.flatMap((operation, at) =>
    Object.keys(operation ?? {})
      .filter((name) => !knownMembers.has(name))
      .map((name) => `unknown field "[${at}].${name}"`),
  )

/** Reads a patch. @throws ApiError BadRequest, RequestEntityTooLarge */
export function parsePatch(kind: PatchKind, body: Uint8Array, level: WriteOptions['fieldValidation']): PatchDocument {
  return kind.read(parse(body, level !== 'Ignore'), level !== 'Ignore')
}

function parse(body: Uint8Array, checked: boolean): ParsedJson {
  try {
    return parseJson(body, { duplicates: checked })
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw badRequest(`${checked ? 'error decoding patch: ' : ''}${error.message}`)
    throw error
  }
}
