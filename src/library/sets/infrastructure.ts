import { OwnKindSet } from '#library/kind-set.ts'
import { infrastructure as served } from '#server/kind-sets/infrastructure.ts'

export const infrastructure: OwnKindSet = new OwnKindSet('infrastructure', served)
