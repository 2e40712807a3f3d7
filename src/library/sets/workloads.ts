import { OwnKindSet } from '#library/kind-set.ts'
import { workloads as types } from '#server/resources/sets/workloads.ts'

export const workloads: OwnKindSet = new OwnKindSet('workloads', types)
