/** Families of recordings that the page shows as one line. */
export interface FamilyGroup {
  readonly title: string
  /** The beginnings of the families' names. */
  readonly families: readonly string[]
}

const rest = 'The rest'

/** In the order of the page; the first that fits a family counts. */
export const familyGroups: readonly FamilyGroup[] = [
  { title: 'Reading and writing', families: ['crud', 'kinds', 'generation', 'noop', 'names', 'updates'] },
  { title: 'Optimistic concurrency', families: ['optimistic-concurrency'] },
  { title: 'Lists and pages', families: ['paging', 'continue-tokens', 'expiry'] },
  { title: 'resourceVersion', families: ['resourceversion', 'rv-matrix'] },
  { title: 'Watches', families: ['watch', 'streaming-list'] },
  { title: 'Selectors', families: ['field-selectors', 'list-selectors'] },
  {
    title: 'Deletion',
    families: ['delete-finalizers', 'delete-options', 'deletecollection', 'finalizer-paths', 'namespaces'],
  },
  { title: 'Patches', families: ['json-patch', 'merge-patch', 'strategic', 'patch-details'] },
  { title: 'Apply', families: ['apply'] },
  { title: 'Validation', families: ['defaults-validation', 'field-validation', 'validation', 'dry-run'] },
  { title: 'Custom resources', families: ['crd'] },
  { title: 'Media types', families: ['media', 'negotiation', 'tables', 'bodies'] },
  { title: 'Discovery and paths', families: ['discovery', 'paths-methods', 'requests'] },
  { title: 'Authentication and authorization', families: ['authn', 'authz', 'rbac', 'tokens'] },
  { title: 'Admission', families: ['admission', 'quota-limits'] },
  { title: rest, families: ['subresources', 'errors', 'events-leases', 'misc'] },
]

/** Returns the title of the group of a family. */
export const groupOf = (family: string): string =>
  familyGroups.find(({ families }) => families.some((start) => family === start || family.startsWith(`${start}-`)))
    ?.title ?? rest
