import { bytesToHex } from '@noble/hashes/utils.js'
import type { JsonObject } from '#api/json.ts'
import type { Aggregation } from '#server/aggregation/aggregation.ts'
import { remoteVersionDiscovery } from '#server/aggregation/merged-discovery.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { Subresource } from '#server/registry/subresource.ts'
import { parseAccept } from '#server/serializer/accept.ts'
import { encodeJson, encodeValue } from '#server/serializer/encode.ts'
import { type MediaType, bodyMediaTypes } from '#server/serializer/media-types.ts'
import { covers } from '#server/serializer/negotiate.ts'
import {
  groupsOf,
  sortedDefinitions,
  versionsOf,
  sortedSubresources,
  shownVerbs,
  sortedVerbs,
} from './discovery-order.ts'

/** The format of one document for all groups, requested with `as=APIGroupDiscoveryList`. */
export interface AggregatedFormat {
  readonly mediaType: MediaType
  readonly version: 'v2'
}

/**
 * Returns the aggregated format if the client accepts it. It is preferred to every plain format, whatever their order
 * and q. [DI3]
 */
export function wantsAggregated(accept: string): AggregatedFormat | null {
  for (const clause of parseAccept(accept)) {
    const { params } = clause
    const version = params.get('v')
    if (params.get('g') !== 'apidiscovery.orch.io' || params.get('as') !== 'APIGroupDiscoveryList') continue
    const mediaType = bodyMediaTypes.find((each) => covers(clause, each))
    if (mediaType !== undefined && version === 'v2') return { mediaType, version }
  }
  return null
}

/** The content of discovery: the types of this server, and the group versions of others. */
interface Discovered {
  readonly table: ResourceTable
  readonly aggregation: Aggregation
}

/** Returns the document, or 304 if the client has it already. [DI3] */
export async function aggregatedDiscovery(
  { table, aggregation }: Discovered,
  isCore: boolean,
  { mediaType, version }: AggregatedFormat,
  headers: Headers,
): Promise<Response> {
  const document: JsonObject = {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.orch.io/${version}`,
    metadata: {},
    items: (isCore ? [''] : groupsOf(table, aggregation)).map((group) => groupDiscovery(table, aggregation, group)),
  }
  const etag = `"${await digest(encodeJson(document))}"`
  const contentType = `${mediaType};g=apidiscovery.orch.io;v=${version};as=APIGroupDiscoveryList`
  const common = { etag, vary: 'Accept', 'cache-control': 'public' }
  if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: common })
  const body = encodeValue(document, { mediaType, pretty: false })
  return new Response(body, { status: 200, headers: { ...common, 'content-type': contentType } })
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Documents are long, and the platform's SHA-512 is many times faster than one in JavaScript.
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-512', bytes))).toUpperCase()
}

const groupDiscovery = (table: ResourceTable, aggregation: Aggregation, group: string): JsonObject => ({
  metadata: group === '' ? {} : { name: group },
  versions: versionsOf(table, aggregation, group).map((version) => {
    const remote = aggregation.find(group, version)
    if (remote !== undefined) return remoteVersionDiscovery(aggregation, remote)
    return {
      version,
      resources: sortedDefinitions(table, group, version).map(resourceDiscovery),
      freshness: 'Current',
    }
  }),
})

/** The reference omits group and version of a kind that equal those of the document. */
const responseKind = ({ group, version, kind }: { group?: string; version?: string; kind: string }): JsonObject => ({
  group: group ?? '',
  version: version ?? '',
  kind,
})

const resourceDiscovery = (definition: ResourceDefinition): JsonObject => ({
  resource: definition.resource,
  responseKind: responseKind({ kind: definition.kind }),
  scope: definition.namespaced ? 'Namespaced' : 'Cluster',
  singularResource: definition.singular,
  verbs: shownVerbs(definition),
  ...(definition.shortNames === undefined ? {} : { shortNames: [...definition.shortNames] }),
  ...(definition.categories === undefined ? {} : { categories: [...definition.categories] }),
  ...((definition.subresources ?? []).length === 0
    ? {}
    : { subresources: sortedSubresources(definition).map((each) => subresourceDiscovery(definition, each)) }),
})

const subresourceDiscovery = (definition: ResourceDefinition, subresource: Subresource): JsonObject => ({
  subresource: subresource.name,
  responseKind: responseKind({
    kind: subresource.kind ?? definition.kind,
    ...(subresource.group === undefined ? {} : { group: subresource.group }),
    ...(subresource.version === undefined ? {} : { version: subresource.version }),
  }),
  verbs: sortedVerbs(subresource.verbs),
})
