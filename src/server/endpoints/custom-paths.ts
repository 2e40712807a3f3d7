import { ApiError, badRequest, notFound } from '#api/api-error.ts'
import { toGroupResource } from '#api/group-version-resource.ts'
import { quoteGo } from '#go/quote.ts'
import type { ResourceDefinition, ResourceVerb } from '#server/registry/resource-definition.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { ResourceRoute } from './call/route.ts'

/**
 * Reports whether a path belongs to a group of custom resources. The reference serves these with a separate handler
 * and different errors: it refuses an unknown subresource by name and leaves every other path to the plain 404.
 * @throws ApiError NotFound for a subresource that the type does not have [CRD10]
 */
export function isCustomPath(table: ResourceTable, path: string): boolean {
  const [root, group = '', version = '', ...words] = path.replace(/^\/+|\/+$/g, '').split('/')
  if (root !== 'apis' || version === '' || !isCustomGroup(table, group)) return false
  checkPart((resource) => table.find(group, version, resource), words)
  return true
}

function checkPart(find: (resource: string) => ResourceDefinition | undefined, words: readonly string[]): void {
  const inside = words[0] === 'namespaces' && words.length > 2
  const [resource = '', name = '', part] = inside ? words.slice(2) : words
  const definition = find(resource)
  if (definition?.namespaced === inside && part !== undefined) throw notFound(definition, name)
}

export function isCustomGroup({ definitions }: ResourceTable, group: string): boolean {
  const ofGroup = definitions.filter((each) => each.group === group)
  return ofGroup.length > 0 && ofGroup.every(({ typedItems }) => typedItems === true)
}

const verbs: ReadonlyMap<string, ResourceVerb> = new Map<string, ResourceVerb>([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
])

/** Returns the 405 of a custom resource. [CRD10] */
export function customMethodNotSupported(definition: ResourceDefinition, method: string): ApiError {
  const { group, resource } = definition
  const verb = verbs.get(method) ?? ''
  const text = `${verb} is not supported on resources of kind ${quoteGo(toGroupResource(definition))}`
  return new ApiError('MethodNotAllowed', text, { details: { group, kind: resource } })
}

/**
 * Returns the verb of a method on a custom resource path. The handler selects by the request's verb alone, and the
 * verb's handler checks the name. `null` if the path is not handled: 404 as plain text. [CRD10]
 * @throws ApiError MethodNotAllowed for an unsupported verb
 */
export function customVerbOf(route: ResourceRoute, method: string): ResourceVerb | null {
  const { definition, name, subresource } = route
  const verb = verbs.get(method)
  if (route.allNamespaces && verb !== 'get') return null
  if (route.watchPath) return 'watch'
  if (verb === undefined) throw customMethodNotSupported(definition, method)
  if (subresource !== null) {
    if (subresource.verbs.includes(verb)) return verb
    throw customMethodNotSupported(definition, method)
  }
  if (name !== '' || verb === 'create') return verb
  if (verb === 'get') return 'list'
  return verb === 'delete' ? 'deletecollection' : verb
}

/** Returns the 400 of a PUT or PATCH of a collection. [CRD10] */
export const nameRequired = (): ApiError => badRequest('name must be provided')
