import type { ResourceDefinition, ResourceVerb } from '#server/registry/resource-definition.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { Subresource } from '#server/registry/subresource.ts'

/** Returns all groups except the core group, in the reference's order of preference. */
export const namedGroups = (table: ResourceTable): readonly string[] => table.groups.filter((group) => group !== '')

/** Returns the resources of one version by name, each followed by its subresources. */
export const sortedDefinitions = (
  table: ResourceTable,
  group: string,
  version: string,
): readonly ResourceDefinition[] =>
  table.definitions
    .filter((each) => each.group === group && each.version === version)
    .toSorted((a, b) => (a.resource < b.resource ? -1 : 1))

export const sortedSubresources = (definition: ResourceDefinition): readonly Subresource[] =>
  definition.typedItems === true
    ? (definition.subresources ?? [])
    : (definition.subresources ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1))

export const sortedVerbs = (verbs: readonly ResourceVerb[]): string[] => [...verbs].toSorted()

/** Custom resources keep the verb order of their handler. [DI1] */
export const shownVerbs = ({ verbs, typedItems }: ResourceDefinition): string[] =>
  typedItems === true ? [...verbs] : sortedVerbs(verbs)
