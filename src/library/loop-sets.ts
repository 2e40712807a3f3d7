import type { KindSetName } from './kind-set.ts'
import { loopNames } from './loop-names.ts'
import type { KindSet } from './orchard-server.ts'

/** The sets besides `core` whose kinds a loop of the server itself follows. */
const setsOfServerLoops: ReadonlyMap<string, readonly KindSetName[]> = new Map<string, readonly KindSetName[]>([
  ['namespace', []],
  ['garbage-collector', []],
  ['api-services', ['infrastructure']],
  ['api-service-availability', ['infrastructure', 'workloads']],
  ['service-addresses', ['workloads']],
  ['resourcequota', ['policy']],
  ['clusterrole-aggregation', ['policy']],
  ['flow-schemas', ['policy']],
  ['persistentvolumeclaim-protection', ['infrastructure', 'workloads']],
  ['persistentvolume-protection', ['infrastructure']],
  ['volumeattributesclass-protection', ['infrastructure']],
  ['validatingadmissionpolicy-status', ['policy']],
  ['serviceaccount', []],
  ['root-ca-certificate-publisher', []],
])

/** Simulated nodes start with the first loop of a controller manager, and follow pods, nodes and leases. */
export const setsOfNodes: readonly KindSetName[] = ['infrastructure', 'workloads']

const setsOf = (loop: string): readonly KindSetName[] =>
  setsOfServerLoops.get(loop) ??
  (loop.startsWith('certificatesigningrequest-') ? [...setsOfNodes, 'policy'] : setsOfNodes)

/** Returns the sets that are needed and are not among these. */
export function missingSets(needed: readonly KindSetName[], kinds: readonly KindSet[] | undefined): readonly string[] {
  if (kinds === undefined) return []
  return needed.filter((name) => !kinds.some((set) => set.name === name))
}

/** Returns the sets that a loop needs and a server of these kinds lacks. [LIB24] */
export const missingFor = (loop: string, kinds: readonly KindSet[] | undefined): readonly string[] =>
  missingSets(setsOf(loop), kinds)

/** The loops that a server of these kinds can run. */
export const loopsOf = (kinds: readonly KindSet[] | undefined): readonly string[] =>
  loopNames.filter((loop) => missingFor(loop, kinds).length === 0)
