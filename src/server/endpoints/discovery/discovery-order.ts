import type { Aggregation } from '#server/aggregation/aggregation.ts'
import { mergeGroups, mergeVersions } from '#server/aggregation/merged-discovery.ts'
import type { ResourceDefinition, ResourceVerb } from '#server/registry/resource-definition.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { Subresource } from '#server/registry/subresource.ts'

/** Returns all groups except the core group, in the reference's order of preference. */
export const namedGroups = (table: ResourceTable): readonly string[] => table.groups.filter((group) => group !== '')

/** Returns the named groups of this server and of others. [APS8] */
export const groupsOf = (table: ResourceTable, aggregation: Aggregation): readonly string[] =>
  aggregation.isUsed() ? mergeGroups(aggregation, namedGroups(table)) : namedGroups(table)

/** Returns the versions of a group, of this server and of others. */
export const versionsOf = (table: ResourceTable, aggregation: Aggregation, group: string): readonly string[] =>
  aggregation.isUsed() ? mergeVersions(aggregation, group, table.versions(group)) : table.versions(group)

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
