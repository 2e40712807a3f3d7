import type { Attributes } from './attributes.ts'
import type { AdmissionCluster, AdmissionPlugin } from './plugin.ts'
import { type Rounds, createRounds } from './rounds.ts'

/** The mutating plugins and, after the strategy's own validation, the validating plugins. */
export interface AdmissionChain {
  mutate(attributes: Attributes): Promise<void>
  validate(attributes: Attributes): Promise<void>
}

/** Runs `plugins` in the order of the list. The first refusal ends the request. [AD1] */
export const createAdmissionChain = (
  plugins: readonly AdmissionPlugin[],
  cluster: AdmissionCluster,
): AdmissionChain => {
  const run = async (attributes: Attributes, rounds: Rounds): Promise<void> => {
    for (const plugin of plugins)
      // Sequential: each plugin sees the changes of those before it.
      if (plugin.mutate !== undefined && plugin.operations.has(attributes.operation))
        await plugin.mutate(attributes, cluster, rounds)
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
