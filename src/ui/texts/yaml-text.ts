import { Document } from 'yaml'
import type { ApiObject } from '#api/object-meta.ts'

/**
 * Returns an object as YAML in the server's field order, without managedFields, which have a separate view. Not by
 * `stringify` of the library, whose module brings the parser into the page's first load. [PF6]
 */
export function toYamlText(object: ApiObject): string {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  const { apiVersion, kind, ...rest } = object
  const options = { sortMapEntries: false, aliasDuplicateObjects: false, schema: 'yaml-1.1' } as const
  return new Document({ apiVersion, kind, ...rest, metadata }, options).toString({ lineWidth: 0 })
}
