import type { KeptValues } from '#indexeddb/kept-values.ts'
import { createFeatureGates, FeatureGateError, type FeatureGates } from '#server/features/feature-gates.ts'

/** Name of the feature gates among the settings of a cluster. */
export const GATES = 'features'

/** Gates of an earlier version of the page may be gone: then all have their defaults. */
function gatesOf(text: unknown): FeatureGates {
  try {
    return createFeatureGates(typeof text === 'string' ? text : '')
  } catch (error) {
    if (error instanceof FeatureGateError) return createFeatureGates()
    throw error
  }
}

/** Those that differ from their defaults, in the syntax of `--feature-gates`. */
const changedText = (gates: FeatureGates): string =>
  gates
    .list()
    .filter((gate) => gate.enabled !== gate.default)
    .map(({ name, enabled }) => `${name}=${enabled}`)
    .join(',')

/** The feature gates of a cluster, which are kept with its configuration files. [FG9] */
export async function keptGates(values: Pick<KeptValues, 'get' | 'put'>): Promise<FeatureGates> {
  const gates = gatesOf(await values.get(GATES))
  gates.onChange(() => void values.put(GATES, changedText(gates)))
  return gates
}
