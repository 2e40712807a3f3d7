import { type AcceptClause, parseAccept } from './accept.ts'
import { type MediaType, bodyMediaTypes, notAcceptable, streamMediaTypes } from './media-types.ts'

/** `as=Table;g=meta.orch.io;v=v1`: a kind other than that of the endpoint. */
export interface Transform {
  readonly kind: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'
  readonly version: 'v1' | 'v1beta1'
}

/** The encoding of a response. */
export interface OutputFormat {
  readonly mediaType: MediaType
  readonly pretty: boolean
  readonly transform: Transform | null
}

/** The parts of a request that negotiation needs; `offered` are the media types of the endpoint, all by default. */
export interface Negotiable {
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly offered?: readonly MediaType[]
}

/** The transformations that an endpoint supports: Table and metadata, metadata only, or none. */
export type AllowedTransforms = boolean | 'metadata'

const pretties = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])

/** Reports whether output is indented: by `?pretty`, otherwise by the user agents of interactive tools. [NE5] */
export function wantsPretty(query: URLSearchParams, headers: Headers): boolean {
  const pretty = query.get('pretty')
  if (pretty !== null && pretty !== '') return pretties.has(pretty)
  const agent = headers.get('user-agent') ?? ''
  // Navigation in a browser gets indented text, as from the reference. A `fetch` has the same user agent, but prefers
  // speed.
  const navigates = agent.startsWith('Mozilla/5.0') && (headers.get('accept') ?? '').includes('text/html')
  return navigates || agent.startsWith('curl') || agent.startsWith('Wget')
}

/**
 * Chooses the format of a response: the best clause of `Accept` that the endpoint can satisfy. [NE1] [NE2]
 * @throws ApiError NotAcceptable
 */
export function negotiateOutput(request: Negotiable, allows: AllowedTransforms): OutputFormat {
  const offered = request.offered ?? bodyMediaTypes
  const accept = request.headers.get('accept') ?? ''
  const pretty = wantsPretty(request.query, request.headers)
  // Most requests accept JSON alone: nothing needs to be parsed and compared.
  const isPlain = accept === 'application/json' && offered.includes(accept)
  if (accept === '' || isPlain) return { mediaType: 'application/json', pretty, transform: null }
  for (const clause of parseAccept(accept)) {
    const format = match(clause, offered, allows)
    if (format !== null) return { ...format, pretty: pretty || clause.params.get('pretty') === '1' }
  }
  // The text lists all media types, even if the endpoint supports fewer.
  throw notAcceptable(bodyMediaTypes)
}

/** Like {@link negotiateOutput}, for a watch: YAML cannot be streamed. */
export function negotiateStream(request: Negotiable, allows: AllowedTransforms): OutputFormat {
  const format = negotiateOutput(request, allows)
  if (format.mediaType === 'application/yaml') throw notAcceptable(streamMediaTypes)
  return format
}

function match(
  clause: AcceptClause,
  offered: readonly MediaType[],
  allows: AllowedTransforms,
): Omit<OutputFormat, 'pretty'> | null {
  const transform = readTransform(clause.params)
  if (transform === undefined || (transform !== null && !isAllowed(transform, allows))) return null
  const mediaType = offeredIn(transform, offered).find(
    (each) => covers(clause, each) && canStream(clause, each) && canShow(transform, each),
  )
  return mediaType === undefined ? null : { mediaType, transform }
}

const isAllowed = (transform: Transform, allows: AllowedTransforms): boolean =>
  allows === 'metadata' ? transform.kind !== 'Table' : allows

/**
 * Returns the media types for a transformation: PartialObjectMetadata has a protobuf message for all resources. [PB5]
 */
const offeredIn = (transform: Transform | null, offered: readonly MediaType[]): readonly MediaType[] =>
  transform === null || transform.kind === 'Table' ? offered : bodyMediaTypes

/** Reports whether the media type can represent the transformation: Tables have no protobuf message. [PB5] */
const canShow = (transform: Transform | null, mediaType: MediaType): boolean =>
  transform?.kind !== 'Table' || mediaType !== 'application/vnd.orch.protobuf'

/**
 * Reports whether the clause allows streaming: `stream=watch` excludes YAML; `sv` requests a server version that does
 * not exist.
 */
function canStream({ params }: AcceptClause, mediaType: string): boolean {
  const stream = params.get('stream') ?? ''
  return (stream === '' || (stream === 'watch' && mediaType !== 'application/yaml')) && (params.get('sv') ?? '') === ''
}

export function covers(clause: AcceptClause, mediaType: string): boolean {
  if (clause.type === '*' && clause.subtype === '*') return true
  const [type, subtype] = mediaType.split('/')
  return clause.type === type && (clause.subtype === subtype || clause.subtype === '*')
}

/** Parses the transformation. `null`: none requested. `undefined`: an unsupported one requested. */
function readTransform(params: ReadonlyMap<string, string>): Transform | null | undefined {
  if (!params.has('as') && !params.has('g') && !params.has('v')) return null
  const kind = params.get('as')
  const version = params.get('v')
  if (params.get('g') !== 'meta.orch.io' || (version !== 'v1' && version !== 'v1beta1')) return undefined
  if (kind !== 'Table' && kind !== 'PartialObjectMetadata' && kind !== 'PartialObjectMetadataList') return undefined
  return { kind, version }
}
