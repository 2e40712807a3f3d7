import { type Soon, soon } from '#api/waiting/soon.ts'
import { badRequest, notFound } from '#api/api-error.ts'
import { getObject } from '#server/registry/get.ts'
import { storedResult } from '#server/registry/registry.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { answerObject, answerObjectInTurns } from '#server/endpoints/responses/answer.ts'
import { computedObjects } from '#server/endpoints/responses/computed.ts'
import { requestView } from '#server/endpoints/responses/negotiation.ts'
import { flagParameter } from '#server/endpoints/options/query-parameters.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { registryOf } from '#server/endpoints/call/call-registry.ts'

/** Refuses the removed parameter `export`. @throws ApiError BadRequest [RQ11] */
export function refuseExport(query: URLSearchParams): void {
  if (flagParameter(query, 'export') === true)
    throw badRequest('the export parameter, deprecated since v1.14, is no longer supported')
}

/** Returns one object. [RV6] */
export function getEndpoint(call: Call): Soon<Response> {
  const { context, route } = call
  const view = requestView(call)
  const format = negotiateOutput(view, true)
  refuseExport(view.query)
  const made = computedObjects(call)
  if (made !== null) {
    const object = made.find(({ metadata }) => metadata.name === route.name)
    if (object === undefined) throw notFound(route.definition, route.name)
    return answerObject({ status: 200, format, view }, route.definition, { type: 'object', object })
  }
  const version = view.query.get('resourceVersion') ?? ''
  const reading = context.requestTrace.timed(
    'registry',
    `read from ${version === '' ? 'the store' : 'the watch cache'}`,
    () => getObject(registryOf(call), route, route.name, version),
  )
  return soon(reading, (stored) =>
    context.requestTrace.timed('encode', format.mediaType, () =>
      answerObjectInTurns(
        { status: 200, format, view, rest: context.requestTrace.rest },
        route.definition,
        storedResult(stored),
      ),
    ),
  )
}
