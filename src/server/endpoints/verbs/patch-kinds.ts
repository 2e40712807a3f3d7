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
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { JsonSyntaxError, type ParsedJson, parseJson } from '#syntax/parse-json.ts'
import type { WriteOptions } from '../options/write-options.ts'

/** A patch that was read and found sound. */
export interface PatchDocument {
  /** Doubled and unknown members of the document, in the words of field validation. */
  readonly problems: readonly string[]
  /** What a refusal shows, after the patch was applied; `null` for what it made of the object. */
  readonly shown: () => string | null
  /** `schema` is the kind's: some kinds of patch merge by it. */
  apply(base: JsonObject, schema: StructSchema): Patched
}

interface PatchKind {
  readonly mediaType: string
  /** Before a syntax error's text, where the document is read for field validation. */
  readonly syntaxPrefix: string
  read(sent: ParsedJson, checked: boolean): PatchDocument
}

const strategicMediaType = 'application/strategic-merge-patch+json'

/** The kinds of patch that are spoken; a new one is a row here and a file in `merge`. [PA1] */
const patchKinds: readonly PatchKind[] = [
  {
    mediaType: 'application/json-patch+json',
    syntaxPrefix: 'error decoding patch: ',
    read(sent, checked) {
      const patch = parseJsonPatch(sent, checked)
      const problems = inOperationOrder([...unknownMembers(patch.operations), ...sent.duplicates])
      return {
        problems: problems.map((text) => `json patch ${text}`),
        shown: () => null,
        apply: (base) => applyJsonPatch(patch, base),
      }
    },
  },
  {
    mediaType: 'application/merge-patch+json',
    syntaxPrefix: 'error decoding patch: ',
    read(sent, checked) {
      checkMergePatch(sent, checked)
      return { problems: sent.duplicates, shown: () => null, apply: (base) => applyMergePatch(sent, base) }
    },
  },
  {
    mediaType: strategicMediaType,
    syntaxPrefix: '',
    read(sent) {
      // `null` is a map without members.
      const value = sent.value ?? {}
      if (!isObject(value)) throw badRequest(notAMap(value))
      if (isTooDeep(value)) throw badRequest('exceeded max depth')
      let patch = value
      return {
        problems: sent.duplicates,
        // The reference takes directives, and lists that were ordered by them, out of the patch as it merges it.
        shown: () => goText(patch),
        apply(base, schema) {
          patch = cloneJson(value)
          return mergeStrategically(base, patch, schema)
        },
      }
    },
  },
]

/** Custom resources have no Go type whose tags would say how lists merge. [PA1] */
export const patchKindsOf = ({ typedItems }: ResourceDefinition): readonly PatchKind[] =>
  typedItems === true ? patchKinds.filter(({ mediaType }) => mediaType !== strategicMediaType) : patchKinds

const notAMap = (value: Json): string =>
  `json: cannot unmarshal ${jsonKind(value)} into Go value of type map[string]interface {}`

/** @throws ApiError Invalid about the patch when what it makes is no such object */
function mergeStrategically(base: JsonObject, patch: JsonObject, schema: StructSchema): Patched {
  // The result is read as the stored object's type, whatever kind the patch names.
  const { kind = '', apiVersion = '' } = base
  const value = { ...applyStrategicMergePatch(base, patch, schema), kind, apiVersion }
  const problem = restoreProblem(schema, value)
  if (problem !== null) throw invalidObject({ group: '', kind: '' }, '', [invalid('patch', goText(patch), problem)])
  return { value, numberTexts: new WeakMap() }
}

const knownMembers = new Set(['op', 'path', 'from', 'value'])

const unknownMembers = (operations: readonly (JsonObject | null)[]): readonly string[] =>
  operations.flatMap((operation, at) =>
    Object.keys(operation ?? {})
      .filter((name) => !knownMembers.has(name))
      .map((name) => `unknown field "[${at}].${name}"`),
  )

/** Strict decoding reports the problems of the first operation first. */
const inOperationOrder = (problems: readonly string[]): readonly string[] =>
  problems.toSorted((a, b) => operationOf(a) - operationOf(b))

const operationOf = (problem: string): number => Number(/"\[(\d+)\]/.exec(problem)?.[1] ?? 0)

/** Reads a patch. @throws ApiError BadRequest, RequestEntityTooLarge */
export function parsePatch(kind: PatchKind, body: Uint8Array, level: WriteOptions['fieldValidation']): PatchDocument {
  const checked = level !== 'Ignore'
  return kind.read(parse(body, checked, checked ? kind.syntaxPrefix : ''), checked)
}

function parse(body: Uint8Array, checked: boolean, syntaxPrefix: string): ParsedJson {
  try {
    return parseJson(body, { duplicates: checked })
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw badRequest(`${syntaxPrefix}${error.message}`)
    throw error
  }
}
