import { OwnKindSet } from '#library/kind-set.ts'
import { infrastructure as types } from '#server/resources/sets/infrastructure.ts'

export const infrastructure: OwnKindSet = new OwnKindSet('infrastructure', types)
