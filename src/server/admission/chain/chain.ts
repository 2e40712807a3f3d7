import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from './attributes.ts'
import type { AdmissionCluster, AdmissionPlugin } from './plugin.ts'
import { ManagedFieldsError, decodeManagedFields } from '#server/merge/managed-fields/managed-fields.ts'
import { type Rounds, createRounds } from './rounds.ts'

/** The mutating plugins and, after the strategy's own validation, the validating plugins. */
export interface AdmissionChain {
  mutate(attributes: Attributes): Promise<void>
  validate(attributes: Attributes): Promise<void>
}

/** Restores managedFields that a plugin left in an invalid state, with a warning. [DA15] */
function restoreBrokenOwners({ warn, object }: Attributes, before: ApiObject['metadata']['managedFields']): void {
  if (object === null || object.metadata.managedFields === before) return
  try {
    decodeManagedFields(object.metadata.managedFields)
  } catch (error) {
    if (!(error instanceof ManagedFieldsError)) throw error
    if (before === undefined) delete object.metadata.managedFields
    else object.metadata.managedFields = before
    warn(
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${error.message}`,
    )
  }
}

/** Runs `plugins` in the order of the list. The first refusal ends the request. [AD1] */
export const createAdmissionChain = (
  plugins: readonly AdmissionPlugin[],
  cluster: AdmissionCluster,
): AdmissionChain => {
  const run = async (attributes: Attributes, rounds: Rounds): Promise<void> => {
    for (const plugin of plugins)
      // Sequential: each plugin sees the changes of those before it.
      if (plugin.mutate !== undefined && plugin.operations.has(attributes.operation)) {
        const owners = attributes.object?.metadata.managedFields
        await plugin.mutate(attributes, cluster, rounds)
        restoreBrokenOwners(attributes, owners)
      }
  }
  return {
    async mutate(attributes) {
      const rounds = createRounds()
      await run(attributes, rounds)
      if (rounds.next()) await run(attributes, rounds)
    },
    async validate(attributes) {
      for (const plugin of plugins)
        if (plugin.validate !== undefined && plugin.operations.has(attributes.operation))
          await plugin.validate(attributes, cluster)
    },
  }
}
