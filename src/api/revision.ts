declare const revisionTag: unique symbol
declare const resourceVersionTag: unique symbol

/** The store's write counter: a positive integer that only grows. Raw; it stays inside the server. [RV1] */
export type Revision = number & { readonly [revisionTag]: true }

/** What clients see of a revision: opaque text, compared for equality only. [RV1] */
export type ResourceVersion = string & { readonly [resourceVersionTag]: true }

/** Types a number as a revision. Only a log calls it, for values of its own counter. */
export const toRevision = (count: number): Revision => count as Revision

export const toResourceVersion = (revision: Revision): ResourceVersion => String(revision) as ResourceVersion
