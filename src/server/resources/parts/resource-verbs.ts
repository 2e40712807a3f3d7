import type { ResourceVerb } from '#server/registry/resource-definition.ts'

/** Verbs of most stored kinds, in discovery order. */
export const storedVerbs: readonly ResourceVerb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
]

/** Verbs of `status` and other subresources that are views of a stored object. */
export const viewVerbs: readonly ResourceVerb[] = ['get', 'patch', 'update']
