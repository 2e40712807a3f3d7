import { LONG_TEXT, type Pieces } from '#api/bodies/in-pieces.ts'
import { isTooDeep } from '#api/json-depth.ts'
import { badRequest, invalidObject } from '#api/api-error.ts'
import { invalid } from '#api/field-error.ts'
import { cloneJson, isObject, jsonKind, type Json, type JsonObject } from '#api/json.ts'
import type { StructSchema } from '#schema/schema.ts'
import { goText } from '#server/merge/go-text.ts'
import { applyJsonPatch, parseJsonPatch } from '#server/merge/json-patch.ts'
import { applyMergePatch, checkMergePatch } from '#server/merge/merge-patch.ts'
import type { Patched } from '#server/merge/patch-document.ts'
import { applyStrategicMergePatch } from '#server/merge/strategic-merge-patch.ts'
import { restoreProblem } from '#server/merge/strategic-restore.ts'
import { JsonSyntaxError, type ParsedJson, parseJsonInPieces } from '#syntax/parse-json.ts'
import type { WriteOptions } from '#server/endpoints/options/write-options.ts'
import type { PatchMediaType } from './patch-media-types.ts'

/** A parsed and validated patch. */
export interface PatchDocument {
  /** Duplicate and unknown fields of the document, in the words of field validation. */
  readonly problems: readonly string[]
  /** The representation of the patch in error messages after it was applied; absent: they show the patched object. */
  readonly shown?: () => string
  /** `schema` is that of the kind, which strategic merge patches need. */
  apply(base: JsonObject, schema: StructSchema): Patched
  /** Checks what `apply` returned, apart from it because both take long for large objects. @throws ApiError [ER8] */
  readonly check?: (patched: Patched, schema: StructSchema) => void
}

interface PatchKind {
  /** The prefix of a syntax error if the document is decoded for field validation. */
  readonly syntaxPrefix: string
  read(sent: ParsedJson, checked: boolean): PatchDocument
}

/** The supported patch types. To add one, add a row here and a file in `merge`. [PA1] */
const patchKinds: Readonly<Record<PatchMediaType, PatchKind>> = {
  'application/json-patch+json': {
    syntaxPrefix: 'error decoding patch: ',
    read(sent, checked) {
      const patch = parseJsonPatch(sent, checked)
      const unknown = unknownMembers(patch.operations)
      const problems = sent.doubled?.problems(unknown) ?? unknown
      return {
        problems: problems.map((text) => `json patch ${text}`),
        apply: (base) => applyJsonPatch(patch, base),
      }
    },
  },
  'application/merge-patch+json': {
    syntaxPrefix: 'error decoding patch: ',
    read(sent, checked) {
      checkMergePatch(sent, checked)
      return { problems: sent.duplicates, apply: (base) => applyMergePatch(sent, base) }
    },
  },
  'application/strategic-merge-patch+json': {
    syntaxPrefix: '',
    read(sent) {
      // `null` is an empty map.
      const value = sent.value ?? {}
      if (!isObject(value)) throw badRequest(notAMap(value))
      if (isTooDeep(value)) throw badRequest('exceeded max depth')
      let patch = value
      return {
        problems: sent.duplicates,
        // The reference removes directives, and lists ordered by them, from the patch while it merges.
        shown: () => goText(patch),
        apply(base, schema) {
          patch = cloneJson(value)
          return mergeStrategically(base, patch, schema)
        },
        check: (patched, schema) => checkRestored(patched, patch, schema),
      }
    },
  },
}

const notAMap = (value: Json): string =>
  `json: cannot unmarshal ${jsonKind(value)} into Go value of type map[string]interface {}`

function mergeStrategically(base: JsonObject, patch: JsonObject, schema: StructSchema): Patched {
  // The result is decoded as the stored object's type, whatever kind the patch states.
  const { kind = '', apiVersion = '' } = base
  const value = { ...applyStrategicMergePatch(base, patch, schema), kind, apiVersion }
  return { value, numberTexts: new WeakMap() }
}

/** Checks the result of a strategic merge. @throws ApiError Invalid about the patch if it is no object of the kind */
function checkRestored({ value }: Patched, patch: JsonObject, schema: StructSchema): void {
  const problem = restoreProblem(schema, value ?? undefined)
  if (problem !== null) throw invalidObject({ group: '', kind: '' }, '', [invalid('patch', goText(patch), problem)])
}

const knownMembers = new Set(['op', 'path', 'from', 'value'])

const unknownMembers = (operations: readonly (JsonObject | null)[]): readonly string[] =>
  operations.flatMap((operation, at) =>
    Object.keys(operation ?? {})
      .filter((name) => !knownMembers.has(name))
      .map((name) => `unknown field "[${at}].${name}"`),
  )

/** Parses a patch. @throws ApiError BadRequest, RequestEntityTooLarge */
export function* parsePatch(
  mediaType: PatchMediaType,
  body: Uint8Array,
  level: WriteOptions['fieldValidation'],
): Pieces<PatchDocument> {
  const kind = patchKinds[mediaType]
  const checked = level !== 'Ignore'
  const parsed = yield* parse(body, checked, checked ? kind.syntaxPrefix : '')
  if (body.length > LONG_TEXT) yield
  return kind.read(parsed, checked)
}

function* parse(body: Uint8Array, checked: boolean, syntaxPrefix: string): Pieces<ParsedJson> {
  try {
    return yield* parseJsonInPieces(body, { duplicates: checked })
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw badRequest(`${syntaxPrefix}${error.message}`)
    throw error
  }
}
