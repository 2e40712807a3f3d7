import { withoutOwnersIfTooLarge } from './too-large.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { createObject } from '#server/registry/create.ts'
import { ensureNamespace, wipeSystemFields } from '#server/registry/metadata/object-meta.ts'
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
import { readWriteOptions } from '#server/endpoints/options/write-options.ts'

/** Creates an object. The order of the lines below is the order of the checks; each may throw an ApiError. [WR1] */
export async function createEndpoint(call: Call): Promise<Response> {
  const { server, context, route } = call
  const { definition } = route
  const view = requestView(call)
  const format = negotiateOutput(view, true)
  const inputType = negotiateInput(view.headers.get('content-type') ?? '', view.offered)
  const body = await readBody(context)
  const { dryRun, fieldManager, fieldValidation } = readWriteOptions(view.query, 'CreateOptions')
  const decoding = context.requestTrace.timed('decode', inputType, () =>
    decodeBodyInTurns(call, { body, mediaType: inputType, fieldValidation }),
  )
  const decoded = decoding instanceof Promise ? await decoding : decoding
  prepare(decoded, route.namespace, context.warnings.add)
  const owning = owned(call, fieldManager, decoded, null)
  const sent = owning instanceof Promise ? await owning : owning
  const attributes = toAttributes(call, { operation: 'CREATE', dryRun, object: sent, live: null })
  const admitting = context.requestTrace.timed('admission', 'mutating', () => server.admission.mutate(attributes))
  if (admitting instanceof Promise) await admitting
  dedupOwners(sent, context.warnings.add, 'admission')
  const scope = toScope(call, { dryRun, verb: 'create', fieldManager })
  const result = await context.requestTrace.timed('registry', 'create', () =>
    withoutOwnersIfTooLarge((strip) =>
      createObject(registryOf(call), scope, strip(sent), admissionHooks(call, dryRun)),
    ),
  )
  return context.requestTrace.timed('encode', format.mediaType, () =>
    answerObjectInTurns({ status: 201, format, view, rest: context.requestTrace.rest }, definition, result),
  )
}

function prepare(sent: ApiObject, namespace: string, warn: (text: string) => void): void {
  wipeSystemFields(sent.metadata)
  ensureNamespace(sent, namespace)
  dedupOwners(sent, warn)
}
