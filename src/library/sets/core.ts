import { OwnKindSet } from '#library/kind-set.ts'
import { core as types } from '#server/resources/sets/core.ts'

export const core: OwnKindSet = new OwnKindSet('core', types)
