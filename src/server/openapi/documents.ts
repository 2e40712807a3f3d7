import { toApiVersion } from '#api/group-version-resource.ts'
import type { JsonObject } from '#api/json.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { customModels } from './custom-models.ts'
import { customInfo, openDocument, serverInfo } from './open-document.ts'
import type { Route } from './operation.ts'
import { resourceRoutes, rootOf } from './resource-routes.ts'
import { rootRoutes } from './root-routes.ts'
import { swaggerDocument } from './swagger-document.ts'
import type { Texts } from './texts.ts'

/** The name of one document of the index, and the parts to build it. */
export interface DocumentSource {
  /** `api/v1`, `apis/apps/v1`, `version`. */
  readonly name: string
  /** The types in the document: it is rebuilt when they change. */
  readonly definitions: readonly ResourceDefinition[]
  readonly build: (texts: Texts) => JsonObject
}

/** Returns the sources of all documents in the index. [OA1] */
export function documentSources(table: ResourceTable): readonly DocumentSource[] {
  return [
    fixed('api', rootRoutes.versions),
    fixed('apis', rootRoutes.groups),
    fixed('version', rootRoutes.version),
    fixed('.well-known/openid-configuration', rootRoutes.issuer),
    fixed('openid/v1/jwks', rootRoutes.issuerKeys),
    ...table.groups.flatMap((group) => groupSources(table, group)),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const fixed = (name: string, route: () => Route): DocumentSource => ({
  name,
  definitions: [],
  build: (texts) => openDocument({ routes: [route()], models: { custom: new Map(), texts }, info: serverInfo }),
})

function groupSources(table: ResourceTable, group: string): readonly DocumentSource[] {
  const versions = table.versions(group).map((version) => versionSource(table, group, version))
  const isBuiltIn = table.definitions.some((each) => each.group === group && each.published === undefined)
  if (group === '' || !isBuiltIn) return versions
  return [fixed(`apis/${group}`, () => rootRoutes.group(group)), ...versions]
}

function versionSource(table: ResourceTable, group: string, version: string): DocumentSource {
  const definitions = table.definitions.filter((each) => each.group === group && each.version === version)
  return {
    name: `${group === '' ? 'api' : 'apis'}/${toApiVersion({ group, version })}`,
    definitions,
    build: (texts) => {
      const isCustom = definitions.every(({ published }) => published !== undefined)
      return openDocument({
        routes: versionRoutes(definitions),
        models: { custom: new Map(definitions.flatMap((each) => [...customModels(each, 'v3')])), texts },
        info: isCustom ? customInfo : serverInfo,
      })
    },
  }
}

function versionRoutes(definitions: readonly ResourceDefinition[]): readonly Route[] {
  const [builtIn] = definitions.filter(({ published }) => published === undefined)
  const own = builtIn === undefined ? [] : [rootRoutes.resources(rootOf(builtIn))]
  return [...own, ...definitions.flatMap(resourceRoutes)]
}

/** Builds the single OpenAPI v2 document. [OA7] */
export function buildSwagger(table: ResourceTable, texts: Texts): JsonObject {
  const builtInGroups = new Set(
    table.definitions
      .filter(({ published, group }) => published === undefined && group !== '')
      .map(({ group }) => group),
  )
  const versions = table.groups.flatMap((group) =>
    table.versions(group).map((version) => versionSource(table, group, version).definitions),
  )
  const routes = [
    rootRoutes.versions(),
    rootRoutes.groups(),
    rootRoutes.version(),
    rootRoutes.issuer(),
    rootRoutes.issuerKeys(),
    ...[...builtInGroups].map((group) => rootRoutes.group(group)),
    ...versions.flatMap(versionRoutes),
  ]
  const custom = new Map(table.definitions.flatMap((each) => [...customModels(each, 'v2')]))
  return swaggerDocument(routes, { custom, texts })
}
