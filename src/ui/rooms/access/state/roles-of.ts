import type { ObjectsState } from '#ui/model/objects-state.ts'
import { groupIn, vocabularyOf } from '#ui/model/names/vocabulary.ts'

/** A resource of the RBAC group. */
export type RoleResource = 'roles' | 'rolebindings' | 'clusterroles' | 'clusterrolebindings'

/** Returns the id of a collection of roles or bindings in the cluster's vocabulary. */
export const rolesIdOf = (objects: Pick<ObjectsState, 'collections'>, resource: RoleResource): string =>
  `${groupIn(vocabularyOf(objects), 'rbac.authorization')}.v1.${resource}`
