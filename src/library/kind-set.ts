import { joinKindSets, type KindSet as ServedKinds } from '#server/kind-sets/kind-set.ts'
import type { KindSet } from './orchard-server.ts'

/** The names of all sets of kinds. */
export type KindSetName = 'core' | 'infrastructure' | 'policy' | 'workloads'

/** A {@link KindSet} as the library knows it. Each vocabulary has a class of its own, so that sets are not mixed. */
export class OwnKindSet implements KindSet {
  readonly name: KindSetName
  readonly served: ServedKinds

  constructor(name: KindSetName, served: ServedKinds) {
    this.name = name
    this.served = served
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

/** Returns the kinds and plugins of sets, each once; `undefined` for all kinds. */
export const servedKinds = (kinds: readonly KindSet[] | undefined): ServedKinds | undefined =>
  kinds === undefined ? undefined : joinKindSets(kinds.filter(isOwn).map(({ served }) => served))
