import { toApiVersion } from '#api/group-version-resource.ts'
import type { JsonObject } from '#api/json.ts'
import type { Aggregation } from '#server/aggregation/aggregation.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { Subresource } from '#server/registry/subresource.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { bodyMediaTypes } from '#server/serializer/media-types.ts'
import { aggregatedDiscovery, wantsAggregated } from './aggregated-discovery.ts'
import { answerValue } from '#server/request/answer.ts'
import {
  groupsOf,
  sortedDefinitions,
  versionsOf,
  sortedSubresources,
  shownVerbs,
  sortedVerbs,
} from './discovery-order.ts'
import { acceptsOneOf } from '#server/endpoints/responses/negotiation.ts'
import { noSuchPath, wrongAnswerType } from '#server/endpoints/call/path-errors.ts'
import type { RequestContext } from '#server/request/request-context.ts'
import type { Route } from '#server/endpoints/call/route.ts'
import { storageVersionHash } from './storage-version-hash.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'

/** Serves discovery: versions, groups and resources. [DI1] */
export async function discoveryEndpoint(
  server: ServerContext,
  context: RequestContext,
  route: Exclude<Route, { readonly type: 'resource' | 'outside' | 'no-such-path' }> & {
    /** True for paths of the reference's router, which matches media types exactly before content negotiation. */
    readonly byRouter: boolean
  },
): Promise<Response> {
  const { headers } = context.request
  const { query } = context.target
  const table = server.resources()
  const accept = headers.get('accept') ?? ''
  if (route.byRouter && !acceptsOneOf(accept, bodyMediaTypes)) throw wrongAnswerType(bodyMediaTypes)
  const aggregated = route.type === 'api-versions' || route.type === 'api-groups' ? wantsAggregated(accept) : null
  if (aggregated !== null)
    return aggregatedDiscovery(
      { table, aggregation: server.aggregation },
      route.type === 'api-versions',
      aggregated,
      headers,
    )
  const format = negotiateOutput({ headers, query }, false)
  switch (route.type) {
    case 'api-versions':
      return answerValue(200, format, apiVersions(table, context))
    case 'api-groups':
      return answerValue(200, format, apiGroupList(table, server.aggregation))
    case 'api-group':
      return answerValue(200, format, {
        kind: 'APIGroup',
        apiVersion: 'v1',
        ...apiGroup(table, server.aggregation, route.group),
      })
    case 'api-resources':
      return answerValue(200, format, apiResourceList(table, route.group, route.version))
  }
}

const apiVersions = (table: ResourceTable, { request }: RequestContext): JsonObject => ({
  kind: 'APIVersions',
  versions: [...table.versions('')],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: new URL(request.url).host }],
})

const apiGroupList = (table: ResourceTable, aggregation: Aggregation): JsonObject => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: groupsOf(table, aggregation).map((group) => apiGroup(table, aggregation, group)),
})

function apiGroup(table: ResourceTable, aggregation: Aggregation, group: string): JsonObject {
  const versions = versionsOf(table, aggregation, group).map((version) => ({
    groupVersion: `${group}/${version}`,
    version,
  }))
  const [preferredVersion] = versions
  if (preferredVersion === undefined) throw noSuchPath()
  return { name: group, versions, preferredVersion }
}

function apiResourceList(table: ResourceTable, group: string, version: string): JsonObject {
  const resources = sortedDefinitions(table, group, version).flatMap((definition) => [
    apiResource(definition, table),
    ...sortedSubresources(definition).map((subresource) => apiSubresource(definition, subresource)),
  ])
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: toApiVersion({ group, version }),
    resources,
  }
}

const apiResource = (definition: ResourceDefinition, table: ResourceTable): JsonObject => ({
  name: definition.resource,
  singularName: definition.singular,
  namespaced: definition.namespaced,
  kind: definition.kind,
  verbs: shownVerbs(definition),
  ...(definition.shortNames === undefined ? {} : { shortNames: [...definition.shortNames] }),
  ...(definition.categories === undefined ? {} : { categories: [...definition.categories] }),
  ...(definition.verbs.includes('watch')
    ? { storageVersionHash: storageVersionHash(storedAs(definition, table)) }
    : {}),
})

/** The definition whose version is the storage version of this one. */
const storedAs = (definition: ResourceDefinition, table: ResourceTable): ResourceDefinition =>
  (definition.storage && table.findStored(definition.storage.group, definition.storage.resource)) ?? definition

const apiSubresource = (definition: ResourceDefinition, subresource: Subresource): JsonObject => ({
  name: `${definition.resource}/${subresource.name}`,
  singularName: '',
  namespaced: definition.namespaced,
  ...(subresource.group === undefined ? {} : { group: subresource.group }),
  ...(subresource.version === undefined ? {} : { version: subresource.version }),
  kind: subresource.kind ?? definition.kind,
  verbs: sortedVerbs(subresource.verbs),
})
