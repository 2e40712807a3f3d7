import { OwnKindSet } from '#library/kind-set.ts'
import { policy as types } from '#server/resources/sets/policy.ts'

export const policy: OwnKindSet = new OwnKindSet('policy', types)
