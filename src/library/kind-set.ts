import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { inDiscoveryOrder } from '#server/resources/discovery-order.ts'
import type { KindSet } from './orchard-server.ts'

/** The names of all sets of kinds. */
export type KindSetName = 'core' | 'infrastructure' | 'policy' | 'workloads'

/** A {@link KindSet} as the library knows it. Each vocabulary has a class of its own, so that sets are not mixed. */
export class OwnKindSet implements KindSet {
  readonly name: KindSetName
  readonly definitions: readonly ResourceDefinition[]

  constructor(name: KindSetName, definitions: readonly ResourceDefinition[]) {
    this.name = name
    this.definitions = definitions
  }
}

const isOwn = (set: KindSet): set is OwnKindSet => set instanceof OwnKindSet

/** Returns what is wrong with the option `kinds`; `null` for a list of sets of this vocabulary with `core`. [LIB24] */
export function problemOfKinds(kinds: readonly KindSet[]): string | null {
  if (!Array.isArray(kinds)) return 'kinds is a list of sets, such as [core, workloads]'
  const wrong = kinds.findIndex((set) => !isOwn(set))
  if (wrong !== -1)
    return `kinds[${wrong}] is no set of this vocabulary: sets are imported from "kinds", for "kubernetes" from "kubernetes/kinds"`
  if (!kinds.some(({ name }) => name === 'core'))
    return 'kinds lacks the set core, without which there are no namespaces'
  return null
}

/** Returns the types of sets, each once; `undefined` for all types. */
export function typesOf(kinds: readonly KindSet[] | undefined): readonly ResourceDefinition[] | undefined {
  if (kinds === undefined) return undefined
  return inDiscoveryOrder([...new Set(kinds.filter(isOwn).flatMap(({ definitions }) => definitions))])
}
