import type { PluginFactory } from '#server/admission/plugins/plugin-factory.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { inDiscoveryOrder } from '#server/resources/discovery-order.ts'

/**
 * Kinds that a server has together, and the admission plugins that act on their objects or read them. The definitions
 * bring the field facts and the descriptions of their groups, because they import these.
 */
export interface KindSet {
  readonly definitions: readonly ResourceDefinition[]
  readonly plugins: readonly PluginFactory[]
}

/** Returns the kinds and plugins of several sets, each once. */
export const joinKindSets = (sets: readonly KindSet[]): KindSet => ({
  definitions: inDiscoveryOrder([...new Set(sets.flatMap(({ definitions }) => definitions))]),
  plugins: [...new Set(sets.flatMap(({ plugins }) => plugins))],
})
