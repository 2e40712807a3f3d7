import { OwnKindSet } from '#library/kind-set.ts'
import { policy as served } from '#server/kind-sets/policy.ts'

export const policy: OwnKindSet = new OwnKindSet('policy', served)
