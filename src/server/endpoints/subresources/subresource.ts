import { ApiError, badRequest, conflict, invalidObject, notFound } from '#api/api-error.ts'
import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { getObject } from '#server/registry/get.ts'
import { ensureNamespace } from '#server/registry/metadata/object-meta.ts'
import { fromStored, objectOf } from '#server/registry/registry.ts'
import { ownedBy } from '#server/registry/managed-fields/owners-by-webhook.ts'
import type { ResourceVerb } from '#server/registry/resource-definition.ts'
import type { ProjectionSubresource, TextSubresource } from '#server/registry/subresource.ts'
import { updateObject } from '#server/registry/update.ts'
import { negotiateInput } from '#server/serializer/media-types.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { actionEndpoint } from './action.ts'
import { answerValue } from '#server/request/answer.ts'
import { type Target, decodeBody } from '#server/endpoints/bodies/decode-body.ts'
import { admitConnection } from './connect-options.ts'
import { getEndpoint, refuseExport } from '#server/endpoints/verbs/get.ts'
import { noSuchMethod } from '#server/endpoints/call/path-errors.ts'
import { requestView } from '#server/endpoints/responses/negotiation.ts'
import { patchEndpoint, patchedObject, readPatch } from '#server/endpoints/verbs/patch.ts'
import { readBody } from '#server/endpoints/bodies/read-body.ts'
import { createReader } from '#server/admission/chain/stored-reader.ts'
import { registryOf } from '#server/endpoints/call/call-registry.ts'
import { admissionHooks } from '#server/endpoints/call/admission-hooks.ts'
import { toScope } from '#server/endpoints/call/registry-scope.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { ownedParent, ownedProjection, projectedWrite } from './scale-owners.ts'
import { transformObject } from '#server/endpoints/responses/transform.ts'
import { admitted, checkName, updateEndpoint } from '#server/endpoints/verbs/update.ts'
import { type WriteOptions, readWriteOptions } from '#server/endpoints/options/write-options.ts'

/** Runs a verb on a subresource. [SUB1] */
export async function subresourceEndpoint(call: Call, verb: ResourceVerb): Promise<Response> {
  const { subresource } = call.route
  if (subresource === null) throw noSuchMethod()
  switch (subresource.type) {
    case 'view':
      return viewEndpoint(call, verb)
    case 'projection':
      return projectionEndpoint(call, verb, subresource)
    case 'action':
      return actionEndpoint(call, subresource)
    case 'text':
      return textEndpoint(call, subresource)
  }
}

async function viewEndpoint(call: Call, verb: ResourceVerb): Promise<Response> {
  if (verb === 'get') return getEndpoint(call)
  if (verb === 'update') return updateEndpoint(call)
  if (verb === 'patch') return patchEndpoint(call)
  throw noSuchMethod()
}

/** Serves a plain-text subresource. [SUB4] */
async function textEndpoint(call: Call, subresource: TextSubresource): Promise<Response> {
  const { server, route, context } = call
  // Content negotiation applies only to requests that are not connections, and precedes the lookup of the object.
  if (subresource.schema === undefined) negotiateOutput(requestView(call), 'metadata')
  await admitConnection(call, subresource)
  const name = subresource.parentName?.(route.name) ?? route.name
  const stored = await getObject(server.registry, route, name, '')
  const { get } = createReader(server.registry.objects, server.resources)
  const text = await subresource.read(fromStored(route.definition, stored), context.target.query, get)
  if (text === '') return new Response(null, { status: 204 })
  return new Response(text, { status: 200, headers: { 'content-type': 'text/plain' } })
}

const projectionTarget = (call: Call, subresource: ProjectionSubresource): Target => ({
  group: subresource.group ?? call.route.definition.group,
  version: subresource.version ?? call.route.definition.version,
  kind: subresource.kind ?? call.route.definition.kind,
  schema: subresource.schema,
})

/** Serves a subresource such as Scale, which is a projection of its parent. [SUB2] */
async function projectionEndpoint(
  call: Call,
  verb: ResourceVerb,
  subresource: ProjectionSubresource,
): Promise<Response> {
  const { server, route, context } = call
  const view = requestView(call)
  const format = negotiateOutput(view, subresource.columns !== undefined)
  const target = projectionTarget(call, subresource)
  const shown = { ...target, columns: subresource.columns ?? [] }
  const answer = (projection: ApiObject): Response =>
    answerValue(
      200,
      format,
      format.transform === null ? projection : transformObject(format.transform, shown, projection, view),
    )
  if (verb === 'get') {
    refuseExport(view.query)
    const stored = await getObject(server.registry, route, route.name, view.query.get('resourceVersion') ?? '')
    const parent = fromStored(route.definition, stored)
    subresource.checkReadable?.(parent)
    return answer(subresource.toProjection(parent))
  }
  const change = verb === 'update' ? await readPut(call, target, subresource) : await readProjectionPatch(call, target)
  const parent = await context.requestTrace.timed('registry', verb, () => writeProjection(call, subresource, change))
  return answer(subresource.toProjection(parent))
}

interface ProjectionChange {
  readonly options: WriteOptions
  readonly verb: string
  /** The uid that a PUT states; `''` for none. */
  readonly uid: string
  readonly next: (projection: ApiObject) => Promise<ApiObject>
}

async function readPut(
  call: Call,
  target: Target,
  { decodeErrorText }: ProjectionSubresource,
): Promise<ProjectionChange> {
  const body = await readBody(call.context)
  const options = readWriteOptions(call.context.target.query, 'UpdateOptions')
  const mediaType = negotiateInput(call.context.request.headers.get('content-type') ?? '')
  const sent = withText(decodeErrorText, () =>
    decodeBody(call, { body, mediaType, fieldValidation: options.fieldValidation }, target),
  )
  ensureNamespace(sent, call.route.namespace)
  checkName(sent, call.route.name)
  const write = projectedWrite(call, target, options.fieldManager)
  return {
    options,
    verb: 'update',
    uid: sent.metadata.uid ?? '',
    next: async (projection) => ownedBy(write, cloneJson(sent), projection),
  }
}

function withText<Value>(decodeErrorText: string | undefined, decode: () => Value): Value {
  try {
    return decode()
  } catch (error) {
    if (decodeErrorText !== undefined && error instanceof ApiError && error.reason === 'BadRequest')
      throw badRequest(decodeErrorText)
    throw error
  }
}

async function readProjectionPatch(call: Call, target: Target): Promise<ProjectionChange> {
  const patch = await readPatch(call)
  const write = projectedWrite(call, target, patch.options.fieldManager)
  return {
    options: patch.options,
    verb: 'patch',
    uid: '',
    next: (projection) => patchedObject(call, { ...patch, target, write }, projection),
  }
}

async function writeProjection(
  call: Call,
  subresource: ProjectionSubresource,
  { options, verb, uid, next }: ProjectionChange,
): Promise<ApiObject> {
  const { route } = call
  const { dryRun, fieldManager } = options
  const { result } = await updateObject(
    registryOf(call),
    toScope(call, {
      dryRun,
      verb,
      fieldManager,
      strategy: { ...route.definition.strategy, allowCreateOnUpdate: false },
    }),
    {
      name: route.name,
      uid,
      makeNext: async (live) => {
        if (live === null) throw notFound(route.definition, route.name)
        const shown = ownedProjection(call, subresource, live)
        const projection = await admitted(call, await next(shown), shown, dryRun)
        const errors = subresource.validate(projection)
        const target = projectionTarget(call, subresource)
        if (errors.length > 0) throw invalidObject(target, route.name, errors)
        checkProjectedUid(call, subresource, projection, live)
        const parent = subresource.fromProjection(projection, live)
        const version = projection.metadata.resourceVersion ?? ''
        if (version !== '' || subresource.unconditional !== true) setVersion(parent, version)
        return ownedParent(call, subresource, { next: parent, live, projection })
      },
      hooks: admissionHooks(call, dryRun),
    },
  )
  return objectOf(route.definition, result)
}

/** A projection that names a uid must be drawn from the parent with that uid. @throws ApiError Conflict [SUB7] */
function checkProjectedUid(
  { route: { definition, name } }: Call,
  subresource: ProjectionSubresource,
  projection: ApiObject,
  { metadata }: ApiObject,
): void {
  const { uid = '' } = projection.metadata
  const found = metadata.uid ?? ''
  if (uid === '' || uid === found) return
  // The reference names a custom resource by its kind.
  const resource = definition.typedItems === true ? definition.kind : `${definition.resource}/${subresource.name}`
  const text = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`
  throw conflict({ group: definition.group, resource }, name, text)
}

/** The resourceVersion in the client's object is the precondition, not that of the parent. */
function setVersion(parent: ApiObject, version: string): void {
  parent.metadata = { ...parent.metadata }
  if (version === '') delete parent.metadata.resourceVersion
  else parent.metadata.resourceVersion = version
}
