import { type ApiError, invalidObject, notFound } from '#api/api-error.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { invalid } from '#api/field-error.ts'
import { type JsonObject, cloneJson } from '#api/json.ts'
import { printJson } from '#api/number-texts.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import type { Patched } from '#server/merge/patch-document.ts'
import { ensureNamespace } from '#server/registry/object-meta.ts'
import { updateObject } from '#server/registry/update.ts'
import { unsupportedMediaType } from '#server/serializer/media-types.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { answerObject } from './answer.ts'
import { type Target, interpret, isKnownVersion, mismatch, versionOf, withDefaults } from './decode-body.ts'
import { mediaTypeOf, requestView } from './negotiation.ts'
import { type PatchDocument, parsePatch, patchKinds } from './patch-kinds.ts'
import { readBody } from './read-body.ts'
import { type Call, admissionHooks, registryOf, toScope } from './scope.ts'
import { admitted, checkName } from './update.ts'
import { viewStrategy } from './view-strategy.ts'
import { type WriteOptions, readWriteOptions } from './write-options.ts'

/** PATCH of one object, or of a view of it. [PA1] */
export async function patchEndpoint(call: Call): Promise<Response> {
  const { context, route } = call
  const view = requestView(call)
  const { document, options } = await readPatch(call)
  const format = negotiateOutput(view, true)
  const { dryRun, fieldManager } = options
  const scope = toScope(call, { dryRun, verb: 'patch', fieldManager, strategy: viewStrategy(route) })
  const { result } = await context.journey.timed('registry', 'patch', () =>
    updateObject(registryOf(call), scope, {
      name: route.name,
      uid: '',
      makeNext: async (live) => {
        if (live === null) throw notFound(route.definition, route.name)
        const next = patchedObject(call, { document, options, target: route.definition }, live)
        return admitted(call, next, live, dryRun)
      },
      hooks: admissionHooks(call, dryRun),
    }),
  )
  return context.journey.timed('encode', format.mediaType, async () =>
    answerObject({ status: 200, format, view }, route.definition, result),
  )
}

/** The patch document and its options. @throws ApiError UnsupportedMediaType, BadRequest, Invalid */
export async function readPatch(
  call: Call,
): Promise<{ readonly document: PatchDocument; readonly options: WriteOptions }> {
  const { context } = call
  const sentType = mediaTypeOf(context.request.headers.get('content-type') ?? '')
  const kind = patchKinds.find(({ mediaType }) => mediaType === sentType)
  if (kind === undefined) throw unsupportedMediaType(patchKinds.map(({ mediaType }) => mediaType))
  const body = await readBody(context)
  const options = readWriteOptions(context.target.query, 'PatchOptions')
  const document = await context.journey.timed('decode', kind.mediaType, async () =>
    parsePatch(kind, body, options.fieldValidation),
  )
  return { document, options }
}

interface Patching {
  readonly document: PatchDocument
  readonly options: WriteOptions
  readonly target: Target
}

/** What a patch makes of `live`, decoded again as strictly as a body. @throws ApiError Invalid, BadRequest, Conflict [PA2] */
export function patchedObject(call: Call, patching: Patching, live: ApiObject): ApiObject {
  const { target, document, options } = patching
  const base: JsonObject = { ...cloneJson(live), kind: target.kind, apiVersion: toApiVersion(target) }
  const patched = document.apply(base)
  const { object, unknown } = decodePatched(call, target, patched)
  const problems = [...document.problems, ...unknown]
  if (problems.length > 0 && options.fieldValidation === 'Strict')
    throw patchRefused(patched, `strict decoding error: ${problems.join(', ')}`)
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
  if (typeof found === 'string') throw patchRefused(patched, found)
  // Without a version the reference reads it as its internal type, of which JSON names no field.
  if (found.apiVersion === '') return { object: { metadata: {} }, unknown: [] }
  const version = versionOf(found.apiVersion, target)
  const kind = found.kind === '' ? target.kind : found.kind
  if (kind !== target.kind || !isKnownVersion(call, target, version))
    throw patchRefused(patched, mismatch(call, target, { kind, ...version }, value))
  try {
    return decodeObject(target.schema, value ?? {}, { numberTexts })
  } catch (error) {
    if (error instanceof DecodeError) throw patchRefused(patched, error.message)
    throw error
  }
}

/** 422 about the patch itself: it names no kind. */
const patchRefused = ({ value, numberTexts }: Patched, why: string): ApiError =>
  invalidObject({ group: '', kind: '' }, '', [invalid('patch', printJson(value, numberTexts), why)])

function checkIdentity({ route }: Call, object: ApiObject): void {
  object.metadata ??= {}
  ensureNamespace(object, route.namespace)
  checkName(object, route.name)
}
