import type { ApiObject } from '#api/object-meta.ts'
import { createObject } from '#server/registry/create.ts'
import { ensureNamespace, wipeSystemFields } from '#server/registry/object-meta.ts'
import { negotiateInput } from '#server/serializer/media-types.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { answerObject } from './answer.ts'
import { decodeBody } from './decode-body.ts'
import { owned } from './owned-write.ts'
import { requestView } from './negotiation.ts'
import { dedupOwners } from './owner-references.ts'
import { readBody } from './read-body.ts'
import { virtualEndpoint } from './virtual.ts'
import { type Call, admissionHooks, registryOf, toAttributes, toScope } from './scope.ts'
import { readWriteOptions } from './write-options.ts'

/** POST on a collection. The lines below are the order of events; each may throw an ApiError. [WR1] */
export async function createEndpoint(call: Call): Promise<Response> {
  const { server, context, route } = call
  const { definition } = route
  if (definition.virtual !== undefined) return virtualEndpoint(call, definition.virtual)
  const view = requestView(call)
  const format = negotiateOutput(view, true)
  const inputType = negotiateInput(view.headers.get('content-type') ?? '', view.offered)
  const body = await readBody(context)
  const { dryRun, fieldManager, fieldValidation } = readWriteOptions(view.query, 'CreateOptions')
  const decoded = await context.journey.timed('decode', inputType, async () =>
    decodeBody(call, { body, mediaType: inputType, fieldValidation }),
  )
  prepare(decoded, route.namespace, context.warnings.add)
  const sent = owned(call, fieldManager, decoded, null)
  const attributes = toAttributes(call, { operation: 'CREATE', dryRun, object: sent, live: null })
  await context.journey.timed('admission', 'mutating', () => server.admission.mutate(attributes))
  const scope = toScope(call, { dryRun, verb: 'create', fieldManager })
  const result = await context.journey.timed('registry', 'create', () =>
    createObject(registryOf(call), scope, sent, admissionHooks(call, dryRun)),
  )
  return context.journey.timed('encode', format.mediaType, async () =>
    answerObject({ status: 201, format, view }, definition, result),
  )
}

function prepare(sent: ApiObject, namespace: string, warn: (text: string) => void): void {
  wipeSystemFields(sent.metadata)
  ensureNamespace(sent, namespace)
  dedupOwners(sent, warn)
}
