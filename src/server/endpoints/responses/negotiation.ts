import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { type MediaType, bodyMediaTypes, streamMediaTypes, textMediaTypes } from '#server/serializer/media-types.ts'
import type { Negotiable } from '#server/serializer/negotiate.ts'
import { wrongAnswerType, wrongBodyType } from '#server/endpoints/call/path-errors.ts'
import type { ResourceRoute } from '#server/endpoints/call/route.ts'
import type { Call } from '#server/endpoints/call/call.ts'

/** The properties of a request that negotiation and representations depend on. */
export function requestView({ server, context, route }: Call): Required<Negotiable> & { readonly nowMs: number } {
  const offered = offeredTypes(route.definition)
  return { headers: context.request.headers, query: context.target.query, offered, nowMs: server.registry.clock.now() }
}

/** Custom resources are not served as protobuf. [PB5] */
export const offeredTypes = ({ typedItems }: ResourceDefinition): readonly MediaType[] =>
  typedItems === true ? textMediaTypes : bodyMediaTypes

const patchTypes: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
]

/**
 * Checks media types coarsely, as the reference's router does before any endpoint: the body type of a patch, then the
 * accepted types.
 * @throws ApiError UnsupportedMediaType, NotAcceptable [NE2] [NE3]
 */
export function checkMediaTypes(route: ResourceRoute, method: string, headers: Headers): void {
  // Custom resources bypass that router.
  if (route.definition.typedItems === true) return
  // The protocol of a connection is not negotiated here.
  if (route.subresource?.type === 'text' && route.subresource.schema !== undefined) return
  if (method === 'PATCH' && !patchTypes.includes(mediaTypeOf(headers.get('content-type') ?? ''))) throw wrongBodyType()
  const accept = headers.get('accept') ?? ''
  // Nearly all clients send it, and all endpoints produce it.
  if (accept === 'application/json') return
  const produced = producedTypes(route, method)
  if (!acceptsOneOf(accept, produced)) throw wrongAnswerType(produced)
}

export const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim() ?? ''

function producedTypes(route: ResourceRoute, method: string): readonly string[] {
  const listed = method === 'GET' && route.definition.verbs.includes('watch')
  const streams = listed && route.name === '' && route.subresource === null
  const own = route.subresource?.type === 'text' ? ['text/plain'] : []
  return [...own, ...bodyMediaTypes, ...(streams ? streamMediaTypes : [])]
}

/** Reports whether one of the types is accepted. Only exact matches count: no upper case, no `application/*`. */
export function acceptsOneOf(accept: string, produced: readonly string[]): boolean {
  if (accept === '') return true
  return accept
    .split(',')
    .map(mediaTypeOf)
    .some((word) => word === '*/*' || produced.includes(word))
}
