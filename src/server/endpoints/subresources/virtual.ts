import type { ResourceDefinition, VirtualResource } from '#server/registry/resource-definition.ts'
import { ensureNamespace } from '#server/registry/metadata/object-meta.ts'
import { negotiateInput } from '#server/serializer/media-types.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { actionContext } from './action.ts'
import { withoutRules } from '#server/endpoints/call/without-rules.ts'
import { answerProduct } from '#server/endpoints/responses/answer.ts'
import { decodeBody } from '#server/endpoints/bodies/decode-body.ts'
import { owned } from '#server/endpoints/bodies/owned-write.ts'
import { requestView } from '#server/endpoints/responses/negotiation.ts'
import { noSuchPath } from '#server/endpoints/call/path-errors.ts'
import { readBody } from '#server/endpoints/bodies/read-body.ts'
import { reviewAccess } from './review-access.ts'
import { registryOf } from '#server/endpoints/call/call-registry.ts'
import { admissionHooks } from '#server/endpoints/call/admission-hooks.ts'
import { toAttributes } from '#server/endpoints/call/admission-attributes.ts'
import { toScope } from '#server/endpoints/call/registry-scope.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { readWriteOptions } from '#server/endpoints/options/write-options.ts'

/** Runs a POST of a kind that is not stored: it is admitted, evaluated and returned. [SUB5] */
export async function virtualEndpoint(call: Call, virtual: VirtualResource): Promise<Response> {
  const { server, context, route } = call
  const view = requestView(call)
  const format = negotiateOutput(view, 'metadata')
  const mediaType = negotiateInput(view.headers.get('content-type') ?? '')
  const body = await readBody(context)
  const { dryRun, fieldManager, fieldValidation } = readWriteOptions(view.query, 'CreateOptions')
  const decoded = decodeBody(call, { body, mediaType, fieldValidation })
  ensureNamespace(decoded, route.namespace)
  const sent = await owned(call, fieldManager, decoded, null)
  await server.admission.mutate(toAttributes(call, { operation: 'CREATE', dryRun, object: sent, live: null }))
  await admissionHooks(call, dryRun).validateCreate?.(sent)
  const definition = parentOf(call, virtual)
  const parent: Call = { ...call, route: { ...route, definition, name: sent.metadata.name ?? '' } }
  const strategy = withoutRules(definition.strategy)
  const scope = toScope(parent, { dryRun, verb: 'update', fieldManager, strategy })
  const answer = await context.requestTrace.timed('registry', route.definition.resource, () =>
    virtual.run(sent, actionContext(parent, registryOf(parent), scope), reviewAccess(call)),
  )
  return answerProduct(format, { ...route.definition, columns: [] }, answer, view)
}

function parentOf({ server, route }: Call, { parent }: VirtualResource): ResourceDefinition {
  if (parent === undefined) return route.definition
  const found = server.resources().findStored(parent.group, parent.resource)
  if (found === undefined) throw noSuchPath()
  return found
}
