import { type Soon, soon } from '#api/waiting/soon.ts'
import { withoutOwnersIfTooLarge } from './too-large.ts'
import { badRequest } from '#api/api-error.ts'
import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { ensureNamespace } from '#server/registry/metadata/object-meta.ts'
import { updateObject } from '#server/registry/update.ts'
import { negotiateInput } from '#server/serializer/media-types.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { answerObjectInTurns } from '#server/endpoints/responses/answer.ts'
import { decodeBodyInTurns } from '#server/endpoints/bodies/decode-body.ts'
import { owned } from '#server/endpoints/bodies/owned-write.ts'
import { requestView } from '#server/endpoints/responses/negotiation.ts'
import { dedupOwners } from '#server/endpoints/bodies/owner-references.ts'
import { readBody } from '#server/endpoints/bodies/read-body.ts'
import { registryOf } from '#server/endpoints/call/call-registry.ts'
import { admissionHooks } from '#server/endpoints/call/admission-hooks.ts'
import { toAttributes } from '#server/endpoints/call/admission-attributes.ts'
import { toScope } from '#server/endpoints/call/registry-scope.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { viewStrategy } from '#server/endpoints/call/view-strategy.ts'
import { readWriteOptions } from '#server/endpoints/options/write-options.ts'

/** Updates one object or a subresource of it. [WR7] */
export async function updateEndpoint(call: Call): Promise<Response> {
  const { context, route } = call
  const view = requestView(call)
  const format = negotiateOutput(view, true)
  const body = await readBody(context)
  const { dryRun, fieldManager, fieldValidation } = readWriteOptions(view.query, 'UpdateOptions')
  const inputType = negotiateInput(view.headers.get('content-type') ?? '', view.offered)
  const sent = await context.requestTrace.timed('decode', inputType, () =>
    decodeBodyInTurns(call, { body, mediaType: inputType, fieldValidation }),
  )
  ensureNamespace(sent, route.namespace)
  checkName(sent, route.name)
  dedupOwners(sent, context.warnings.add)
  const scope = toScope(call, { dryRun, verb: 'update', fieldManager, strategy: viewStrategy(route) })
  const { result, created } = await context.requestTrace.timed('registry', 'update', () =>
    withoutOwnersIfTooLarge((strip) =>
      updateObject(registryOf(call), scope, {
        name: route.name,
        uid: sent.metadata.uid ?? '',
        makeNext: (live) =>
          soon(owned(call, fieldManager, cloneJson(sent), live), (next) =>
            soon(admitted(call, next, live, dryRun), strip),
          ),
        hooks: admissionHooks(call, dryRun),
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

/** Runs mutating admission for the object of a PUT or PATCH. */
export function admitted(call: Call, next: ApiObject, live: ApiObject | null, dryRun: boolean): Soon<ApiObject> {
  const operation = live === null ? 'CREATE' : 'UPDATE'
  const admitting = call.context.requestTrace.timed('admission', 'mutating', () =>
    call.server.admission.mutate(toAttributes(call, { operation, dryRun, object: next, live })),
  )
  return soon(admitting, () => {
    dedupOwners(next, call.context.warnings.add, 'admission')
    return next
  })
}

/** Checks that the object has the name in the path. @throws ApiError BadRequest [WR2] */
export function checkName(object: ApiObject, name: string): void {
  const sent = object.metadata.name ?? ''
  if (sent === '')
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`)
  if (sent !== name) throw badRequest(`the name of the object (${sent}) does not match the name on the URL (${name})`)
}
