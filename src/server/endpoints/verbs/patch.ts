import { type Pieces, already, doneInPieces } from '#api/bodies/in-pieces.ts'
import { withoutOwnersIfTooLarge } from './too-large.ts'
import { type ApiError, invalidObject, notFound } from '#api/api-error.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { invalid } from '#api/field-error.ts'
import { type Json, type JsonObject, cloneJson, isObject, sortedMembers } from '#api/json.ts'
import { printJson } from '#api/number-texts.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import type { Patched } from '#server/merge/patch-document.ts'
import { ensureNamespace } from '#server/registry/metadata/object-meta.ts'
import { updateObject } from '#server/registry/update.ts'
import { unsupportedMediaType } from '#server/serializer/media-types.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { ownedBy } from '#server/registry/managed-fields/owners-by-webhook.ts'
import type { OwnedWrite } from '#server/registry/managed-fields/owners.ts'
import { answerObjectInTurns } from '#server/endpoints/responses/answer.ts'
import {
  type Target,
  interpret,
  isKnownVersion,
  mismatch,
  schemaIn,
  versionOf,
  withDefaults,
} from '#server/endpoints/bodies/decode-body.ts'
import { type ApplyDocument, appliedObject, applyMediaType, parseApply } from './apply.ts'
import { checkPatchedType, decodeCustom, missingKind, sentType } from '#server/endpoints/bodies/custom-body.ts'
import { ownedWrite } from '#server/endpoints/bodies/owned-write.ts'
import { flagParameter } from '#server/endpoints/options/query-parameters.ts'
import { mediaTypeOf, requestView } from '#server/endpoints/responses/negotiation.ts'
import type { PatchDocument, parsePatch } from './patch-kinds.ts'
import { patchMediaTypesOf } from './patch-media-types.ts'
import { dedupOwners } from '#server/endpoints/bodies/owner-references.ts'
import { readBody } from '#server/endpoints/bodies/read-body.ts'
import { registryOf } from '#server/endpoints/call/call-registry.ts'
import { admissionHooks } from '#server/endpoints/call/admission-hooks.ts'
import { toScope } from '#server/endpoints/call/registry-scope.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { admitted, checkName } from './update.ts'
import { viewStrategy } from '#server/endpoints/call/view-strategy.ts'
import { type WriteOptions, readWriteOptions } from '#server/endpoints/options/write-options.ts'

/** Patches one object or a subresource of it. [PA1] */
export async function patchEndpoint(call: Call): Promise<Response> {
  const { context, route } = call
  const view = requestView(call)
  const patch = await readPatch(call)
  const format = negotiateOutput(view, true)
  const { dryRun, fieldManager } = patch.options
  const write = ownedWrite(call, fieldManager)
  const verb = patch.isApply ? 'apply' : 'patch'
  const scope = toScope(call, { dryRun, verb, fieldManager, strategy: viewStrategy(route) })
  const { result, created } = await context.requestTrace.timed('registry', 'patch', () =>
    withoutOwnersIfTooLarge((strip) =>
      updateObject(registryOf(call), scope, {
        name: route.name,
        uid: '',
        makeNext: async (live) => {
          const next = await patchedObject(call, { target: route.definition, write, ...patch }, live)
          dedupOwners(next, context.warnings.add)
          const made = await admitted(call, next, live, dryRun)
          // An apply keeps its managed fields.
          return patch.isApply ? made : strip(made)
        },
        hooks: admissionHooks(call, dryRun),
        forceCreate: patch.isApply && route.subresource === null,
      }),
    ),
  )
  return context.requestTrace.timed('encode', format.mediaType, () =>
    answerObjectInTurns(
      { status: created ? 201 : 200, format, view, rest: context.requestTrace.rest },
      route.definition,
      result,
    ),
  )
}

let loadedParser: typeof parsePatch | null = null

/** Loads the code of patches with the first of them. */
async function loadParser(): Promise<typeof parsePatch> {
  loadedParser = (await import('./patch-kinds.ts')).parsePatch
  return loadedParser
}

/**
 * Reads the options of a patch. The document is parsed when there is an object to apply it to: for a missing object
 * the answer is 404, whatever the body is. @throws ApiError UnsupportedMediaType, BadRequest, Invalid
 */
export async function readPatch(call: Call): Promise<SentPatch> {
  const { context } = call
  const sentType = mediaTypeOf(context.request.headers.get('content-type') ?? '')
  const mediaTypes = patchMediaTypesOf(call.route.definition)
  const mediaType = mediaTypes.find((each) => each === sentType)
  const isApply = sentType === applyMediaType
  if (mediaType === undefined && !isApply) throw unsupportedMediaType([...mediaTypes, applyMediaType])
  const body = await readBody(context)
  const { query } = context.target
  const options = readWriteOptions(query, 'PatchOptions', isApply)
  if (mediaType === undefined) {
    const document = await parseApply(body, context.requestTrace.rest)
    return { isApply, document: () => already(document), options, force: flagParameter(query, 'force') ?? false }
  }
  const parse = loadedParser ?? (await loadParser())
  let parsed: PatchDocument | null = null
  const document = function* (): Pieces<PatchDocument> {
    return (parsed ??= yield* parse(mediaType, body, options.fieldValidation))
  }
  return { isApply, document, options, force: false }
}

/** A patch as sent: a patch document or an apply configuration. */
export interface SentPatch {
  readonly isApply: boolean
  /** @throws ApiError BadRequest */
  readonly document: () => Pieces<PatchDocument | ApplyDocument>
  readonly options: WriteOptions
  readonly force: boolean
}

interface Patching extends SentPatch {
  readonly target: Target
  readonly write: OwnedWrite
}

/**
 * Applies a patch to `live` and returns the object with updated managed fields. @throws ApiError Invalid, BadRequest,
 * Conflict, NotFound [PA2]
 */
export async function patchedObject(call: Call, patching: Patching, live: ApiObject | null): Promise<ApiObject> {
  if (live === null && !patching.isApply) throw notFound(call.route.definition, call.route.name)
  const { rest } = call.context.requestTrace
  const document = await doneInPieces(patching.document(), rest)
  await rest()
  if ('config' in document) {
    const object = await appliedObject(call, { ...patching, document }, live)
    checkIdentity(call, object)
    return object
  }
  if (live === null) throw notFound(call.route.definition, call.route.name)
  const edited = await doneInPieces(editedObject(call, { ...patching, document }, live), rest)
  await rest()
  return ownedBy(patching.write, edited, live)
}

/** Applies a patch to `live` and decodes the result as strictly as a body. */
function* editedObject(
  call: Call,
  patching: Omit<Patching, 'document'> & { readonly document: PatchDocument },
  live: ApiObject,
): Pieces<ApiObject> {
  const { target, document, options } = patching
  const base: JsonObject = { ...cloneJson(live), kind: target.kind, apiVersion: toApiVersion(target) }
  yield
  const patched = document.apply(base, target.schema)
  yield
  document.check?.(patched, target.schema)
  yield
  const decode = target.typedItems === true ? decodePatchedCustom : decodePatched
  const { object, unknown } = decode(call, target, patched)
  yield
  const problems = [...document.problems, ...(document.shown === undefined ? unknown : unknown.toSorted())]
  if (problems.length > 0 && options.fieldValidation === 'Strict')
    throw patchRefused(document.shown?.() ?? textOf(patched, target), `strict decoding error: ${problems.join(', ')}`)
  if (options.fieldValidation === 'Warn') for (const problem of problems) call.context.warnings.add(problem)
  checkIdentity(call, object)
  return withDefaults(target, object)
}

function decodePatched(
  call: Call,
  target: Target,
  patched: Patched,
): { readonly object: ApiObject; readonly unknown: readonly string[] } {
  const { value, numberTexts } = patched
  const found = interpret(value)
  if (typeof found === 'string') throw patchRefused(textOf(patched), found)
  // Without a version the reference decodes the internal type, whose fields have no JSON names.
  if (found.apiVersion === '') return { object: { metadata: {} }, unknown: unknownToInternal(value) }
  const version = versionOf(found.apiVersion, target)
  const kind = found.kind === '' ? target.kind : found.kind
  if (kind !== target.kind || !isKnownVersion(call, target, version))
    throw patchRefused(textOf(patched), mismatch(call, target, { kind, ...version }, value))
  try {
    return decodeObject(schemaIn(version, target), value ?? {}, { numberTexts })
  } catch (error) {
    if (error instanceof DecodeError) throw patchRefused(textOf(patched), error.message)
    throw error
  }
}

/** A patched custom resource is checked by the type that the result states. [CRD19] */
function decodePatchedCustom(call: Call, target: Target, patched: Patched): ReturnType<typeof decodePatched> {
  const { value, numberTexts } = patched
  const refused = (why: string): ApiError => patchRefused(textOf(patched, target), why)
  const found = interpret(value)
  if (typeof found === 'string') throw refused(found)
  if (found.kind === '') throw refused(missingKind(textOf(patched, target)))
  const type = sentType(found)
  try {
    const read = decodeCustom(call, target, type, { value, numberTexts })
    checkPatchedType(target, type, call.route.name)
    return read
  } catch (error) {
    if (error instanceof DecodeError) throw refused(error.message)
    throw error
  }
}

const unknownToInternal = (value: Json): readonly string[] =>
  Object.keys(isObject(value) ? value : {})
    .filter((name) => name !== 'kind' && name !== 'apiVersion')
    .map((name) => `unknown field ${quoteGo(name)}`)

/** Returns a 422 about the patch itself, which names no kind. */
const patchRefused = (shown: string, why: string): ApiError =>
  invalidObject({ group: '', kind: '' }, '', [invalid('patch', shown, why)])

const textOf = ({ value, numberTexts }: Patched, target?: Target): string =>
  target?.typedItems === true ? printJson(sortedMembers(value), undefined) : printJson(value, numberTexts)

function checkIdentity({ route }: Call, object: ApiObject): void {
  object.metadata ??= {}
  ensureNamespace(object, route.namespace)
  checkName(object, route.name)
}
