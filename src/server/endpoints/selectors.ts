import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { type Selection, everything } from '#server/registry/selection.ts'

/**
 * Parses both selectors of a request for objects of `definition`. `name` is that of an old watch path.
 * @throws ApiError BadRequest in the reference's words [LS4] [LS5]
 */
export function readSelection(_query: URLSearchParams, _definition: ResourceDefinition, _name: string): Selection {
  return everything
}
