import { OwnKindSet } from '#library/kind-set.ts'
import { workloads as served } from '#server/kind-sets/workloads.ts'

export const workloads: OwnKindSet = new OwnKindSet('workloads', served)
