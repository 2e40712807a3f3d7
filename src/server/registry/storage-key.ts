import { badRequest } from '#api/api-error.ts'
import { quoteGo } from '#go/quote.ts'
import { namespacePrefix } from '#server/storage/keys.ts'
import type { ResourceDefinition } from './resource-definition.ts'

interface Owner {
  readonly group: string
  readonly resource: string
  readonly kind: string
}

/** Returns the group and kind that own the stored objects: validation errors name these. [EV1] */
export const ownerOf = (definition: ResourceDefinition): Owner => ({
  group: definition.storage?.group ?? definition.group,
  resource: definition.storage?.resource ?? definition.resource,
  kind: definition.kind,
})

const noErrors: readonly string[] = []

/** Returns the reasons why `name` cannot be a path segment; empty if it can. */
export function pathSegmentErrors(name: string, prefix = false): readonly string[] {
  if (!name.startsWith('.') && !name.includes('/') && !name.includes('%')) return noErrors
  if (!prefix && (name === '.' || name === '..')) return [`may not be '${name}'`]
  return ['/', '%'].filter((sign) => name.includes(sign)).map((sign) => `may not contain '${sign}'`)
}

/** Returns the storage key of an object. @throws ApiError BadRequest when the name cannot be part of a path. [RQ3] */
export function keyOf(definition: ResourceDefinition, namespace: string, name: string): string {
  if (definition.namespaced && namespace === '') throw badRequest('Namespace parameter required.')
  if (name === '') throw badRequest('Name parameter required.')
  const errors = pathSegmentErrors(name)
  if (errors.length > 0) throw badRequest(`Name parameter invalid: ${quoteGo(name)}: ${errors.join(';')}`)
  return `${prefixOf(definition, namespace)}${name}`
}

/** Returns the common key prefix of a collection; namespace `''` means all namespaces. */
export const prefixOf = (definition: ResourceDefinition, namespace: string): string =>
  namespacePrefix(ownerOf(definition), definition.namespaced ? namespace : '')
