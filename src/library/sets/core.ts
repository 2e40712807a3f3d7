import { OwnKindSet } from '#library/kind-set.ts'
import { core as served } from '#server/kind-sets/core.ts'

export const core: OwnKindSet = new OwnKindSet('core', served)
