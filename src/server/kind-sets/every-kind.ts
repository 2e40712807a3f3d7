import { core } from './core.ts'
import { infrastructure } from './infrastructure.ts'
import { joinKindSets, type KindSet } from './kind-set.ts'
import { policy } from './policy.ts'
import { workloads } from './workloads.ts'

/** All built-in kinds, with all admission plugins. */
export const everyKind: KindSet = joinKindSets([core, workloads, policy, infrastructure])
