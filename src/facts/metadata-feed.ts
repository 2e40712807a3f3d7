import type { OwnerReference } from '#api/object-meta.ts'

/** Path of the metadata feed, for the server's own controllers only: it is not reachable from outside the process. */
export const METADATA_FEED_PATH = '/metadata'
/** The same stream with deletions only. */
export const DELETIONS_FEED_PATH = '/metadata?only=deletions'

/** An object as the garbage collector sees it. */
export interface ObjectFacts {
  /** Path of the object, in its storage version. */
  readonly path: string
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  /** `''` for cluster-scoped objects. */
  readonly namespace: string
  readonly uid: string
  readonly owners: readonly OwnerReference[]
  readonly finalizers: readonly string[]
  readonly isDeleting: boolean
}

/**
 * One line of the feed: first all objects that have owners or are being deleted, then `synced` once, then each change of such an
 * object and the deletion of any object.
 */
export type MetadataEvent =
  | { readonly type: 'changed'; readonly object: ObjectFacts }
  | {
      readonly type: 'deleted'
      readonly uid: string
      readonly group: string
      readonly resource: string
      readonly namespace: string
    }
  | { readonly type: 'synced' }
