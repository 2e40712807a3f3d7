import { toApiVersion } from '#api/group-version-resource.ts'
import type { ResourceDefinition, ResourceVerb } from '#server/registry/resource-definition.ts'
import { type Route, kindOf } from './operation.ts'
import { nameParameter, namespaceParameter, prettyParameter } from './parameters.ts'
import { type Place, placed } from './place.ts'
import { subresourceRoutes } from './subresource-routes.ts'
import {
  type VerbOperation,
  createOperation,
  deleteCollectionOperation,
  deleteOperation,
  listOperation,
  patchOperation,
  readOperation,
  replaceOperation,
  subjectOf,
  watchOperation,
} from './verb-operations.ts'

export const rootOf = ({ group, version }: ResourceDefinition): string =>
  `/${group === '' ? 'api' : 'apis'}/${toApiVersion({ group, version })}`

/** Returns all paths of one resource type, including the deprecated ones below `watch/`. [OA4] */
export function resourceRoutes(definition: ResourceDefinition): readonly Route[] {
  const { resource, namespaced, kind } = definition
  const inside = namespaced ? '/namespaces/{namespace}' : ''
  const scope = namespaced ? [namespaceParameter] : []
  const subject = `${namespaced ? 'Namespaced' : ''}${kind}`
  const collection: Place = {
    path: `${rootOf(definition)}${inside}/${resource}`,
    parameters: [...scope, prettyParameter],
    subject,
  }
  const single: Place = {
    path: `${collection.path}/{name}`,
    parameters: [nameParameter(kind), ...scope, prettyParameter],
    subject,
  }
  return [
    ...everywhereRoutes(definition),
    route(definition, collection, collectionVerbs),
    route(definition, single, objectVerbs),
    ...subresourceRoutes(definition, single),
    ...watchRoutes(definition, collection, single),
  ].filter(({ operations }) => operations.length > 0)
}

type Verbs = readonly (readonly [ResourceVerb, (subject: ReturnType<typeof subjectOf>) => VerbOperation])[]

const collectionVerbs: Verbs = [
  ['list', listOperation],
  ['create', createOperation],
  ['deletecollection', deleteCollectionOperation],
]
const objectVerbs: Verbs = [
  ['get', readOperation],
  ['update', replaceOperation],
  ['delete', deleteOperation],
  ['patch', patchOperation],
]

const route = (definition: ResourceDefinition, place: Place, verbs: Verbs): Route => ({
  path: place.path,
  operations: verbs
    .filter(([verb]) => definition.verbs.includes(verb))
    .map(([verb, operation]) =>
      placed(place, operation(subjectOf(definition)), kindOf(definition), sentence(verb, definition.kind)),
    ),
})

function sentence(verb: ResourceVerb, kind: string): string {
  switch (verb) {
    case 'list':
    case 'watch':
      return `Lists or watches objects of kind ${kind}.`
    case 'create':
      return `Creates an object of kind ${kind}.`
    case 'deletecollection':
      return `Deletes the objects of kind ${kind} that match.`
    case 'get':
      return `Reads the ${kind} of this name.`
    case 'update':
      return `Replaces the ${kind} of this name.`
    case 'patch':
      return `Changes parts of the ${kind} of this name.`
    case 'delete':
      return `Deletes the ${kind} of this name.`
  }
}

const everywhere = ({ kind }: ResourceDefinition, path: string): Place => ({
  path,
  parameters: [prettyParameter],
  subject: `${kind}ForAllNamespaces`,
})

const everywhereRoutes = (definition: ResourceDefinition): readonly Route[] =>
  definition.namespaced
    ? [
        route(
          definition,
          everywhere(definition, `${rootOf(definition)}/${definition.resource}`),
          collectionVerbs.slice(0, 1),
        ),
      ]
    : []

function watchRoutes(definition: ResourceDefinition, collection: Place, single: Place): readonly Route[] {
  // Custom resources are served under the deprecated paths, but their documents omit them.
  if (!definition.verbs.includes('watch') || definition.published !== undefined) return []
  const root = rootOf(definition)
  const below = (path: string): string => `${root}/watch${path.slice(root.length)}`
  const places: readonly (readonly [Place, 'watch' | 'watchlist'])[] = [
    ...(definition.namespaced
      ? ([
          [
            {
              ...everywhere(definition, `${root}/watch/${definition.resource}`),
              subject: `${definition.kind}ListForAllNamespaces`,
            },
            'watchlist',
          ],
        ] as const)
      : []),
    [{ ...collection, path: below(collection.path), subject: `${collection.subject}List` }, 'watchlist'],
    [{ ...single, path: below(single.path) }, 'watch'],
  ]
  return places.map(([place, action]) => ({
    path: place.path,
    operations: [
      placed(
        place,
        watchOperation(action),
        kindOf(definition),
        `Watches objects of kind ${definition.kind}. Deprecated: list with the parameter watch instead.`,
      ),
    ],
  }))
}
