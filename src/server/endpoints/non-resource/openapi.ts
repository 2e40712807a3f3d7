import { bytesResponse, plainBytesResponse } from '#api/bodies/known-body.ts'
import type { Document, DocumentStore } from '#server/openapi/document-store.ts'
import { parseAccept } from '#server/serializer/accept.ts'
import type { RequestContext } from '#server/request/request-context.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'

type Form = 'json' | 'protobuf'
type Answered = readonly [mediaType: string, form: Form, contentType: string]

const v2Type = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
const v3Type = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf'
const json: Answered = ['application/json', 'json', 'application/json']
/** The media types of documents. The ones with `@` are the older names. */
const v2Forms: readonly Answered[] = [
  json,
  ['application/com.github.proto-openapi.spec.v2@v1.0+protobuf', 'protobuf', v2Type],
  [v2Type, 'protobuf', v2Type],
]
const v3Forms: readonly Answered[] = [
  json,
  [v3Type, 'protobuf', v3Type],
  ['application/com.github.proto-openapi.spec.v3@v1.0+protobuf', 'protobuf', v3Type],
]

/**
 * Returns a function that gives the store of documents. Code and descriptions are loaded by the first call: a page loads
 * its server faster without them.
 */
export function loadDocuments(nowMs: () => number): () => Promise<DocumentStore> {
  let store: DocumentStore | null = null
  return async () => {
    const { createDocumentStore } = await import('#server/openapi/document-store.ts')
    store ??= createDocumentStore(nowMs)
    return store
  }
}

/**
 * Serves `/openapi/v3`, its documents, and `/openapi/v2`; `null` for other paths. Ignores the method, as the
 * reference does. [OA1]
 */
export async function openApiEndpoint(
  server: ServerContext,
  load: () => Promise<DocumentStore>,
  context: RequestContext,
): Promise<Response | null> {
  const { path } = context.info
  const isIndex = path === '/openapi/v3'
  const isSwagger = path === '/openapi/v2'
  if (!isIndex && !isSwagger && !path.startsWith('/openapi/v3/')) return null
  const documents = await load()
  const table = server.resources()
  if (isIndex) return indexAnswer(await documents.index(table), server)
  if (isSwagger) return swaggerAnswer(await documents.swagger(table), context)
  const name = path.slice('/openapi/v3/'.length)
  const document = await documents.find(table, name)
  if (document === null) return new Response(null, { status: 404 })
  return documentAnswer(name, document, context, server.registry.clock.now())
}

const relativeUrl = (name: string, hash: string): string => `/openapi/v3/${name}?hash=${hash}`

/** The reference does not set the index's content type; sniffing makes it plain text. */
function indexAnswer(
  found: readonly { readonly name: string; readonly hash: string }[],
  { aggregation, registry }: ServerContext,
): Response {
  const own = found.map(({ name, hash }) => [name, relativeUrl(name, hash)] as const)
  // Documents of other servers, which requests for them are forwarded to. [APS8]
  const remote = aggregation.list().flatMap(({ name, group, version }) => {
    const url = aggregation.documentsOf(name)?.openApi ?? ''
    return url === '' ? [] : [[`apis/${group}/${version}`, url] as const]
  })
  const paths = Object.fromEntries([...own, ...remote].map(([name, url]) => [name, { serverRelativeURL: url }]))
  return plainBytesResponse(new TextEncoder().encode(JSON.stringify({ paths })), {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'last-modified': httpDate(registry.clock.now()) },
  })
}

const httpDate = (ms: number): string => new Date(ms).toUTCString()

function chooseForm(context: RequestContext, forms: readonly Answered[]): Answered | null {
  const accept = context.request.headers.get('accept') ?? ''
  for (const { type, subtype } of parseAccept(accept === '' ? '*/*' : accept)) {
    const form = forms.find(([mediaType]) => {
      const [ownType, ownSubtype] = mediaType.split('/')
      return (type === '*' || type === ownType) && (subtype === '*' || subtype === ownSubtype)
    })
    if (form !== undefined) return form
  }
  return null
}

function documentAnswer(name: string, document: Document, context: RequestContext, nowMs: number): Response {
  const form = chooseForm(context, v3Forms)
  if (form === null) return new Response(null, { status: 406, headers: { vary: 'Accept' } })
  const headers = headersOf(document, form)
  const hash = context.target.query.get('hash') ?? ''
  if (hash !== '' && hash !== document.hash) {
    headers.set('location', relativeUrl(name, document.hash))
    return new Response(null, { status: 301, headers })
  }
  if (hash !== '') {
    // The content of a URL with a hash never changes.
    headers.set('cache-control', 'public, immutable')
    const expires = new Date(nowMs)
    expires.setUTCFullYear(expires.getUTCFullYear() + 1)
    headers.set('expires', expires.toUTCString())
  }
  return unlessKnown(context, document, headers) ?? plainBytesResponse(bytesOf(document, form), { headers })
}

function swaggerAnswer(document: Document, context: RequestContext): Response {
  const form = chooseForm(context, v2Forms)
  if (form === null) return new Response(null, { status: 406, headers: { vary: 'Accept' } })
  const headers = headersOf(document, form)
  return unlessKnown(context, document, headers) ?? bytesResponse(bytesOf(document, form), { headers })
}

const bytesOf = (document: Document, [, form]: Answered): Uint8Array<ArrayBuffer> =>
  form === 'json' ? document.json : document.protobuf()

const headersOf = (document: Document, [, , contentType]: Answered): Headers =>
  new Headers({
    'content-type': contentType,
    etag: `"${document.hash}"`,
    'last-modified': httpDate(document.modifiedMs),
    vary: 'Accept',
  })

/** Returns 304 if the client has the document already. */
function unlessKnown(context: RequestContext, { hash }: Document, headers: Headers): Response | null {
  const { method } = context.request
  const known = context.request.headers.get('if-none-match')
  if (known === null || (method !== 'GET' && method !== 'HEAD')) return null
  const tags = known.split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (!tags.includes('*') && !tags.includes(`"${hash}"`)) return null
  headers.delete('content-type')
  headers.delete('last-modified')
  return new Response(null, { status: 304, headers })
}
