import type { ResourceVerb } from '#server/registry/resource-definition.ts'

/** Verbs of nearly every stored kind, in the order of discovery. */
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

/** Verbs of `status` and other views of a stored object. */
export const viewVerbs: readonly ResourceVerb[] = ['get', 'patch', 'update']
