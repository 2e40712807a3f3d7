declare const revisionTag: unique symbol
declare const resourceVersionTag: unique symbol

/** The store's write counter: a positive integer that only grows. Internal to the server. [RV1] */
export type Revision = number & { readonly [revisionTag]: true }

/** A revision as clients see it: opaque text that is compared for equality only. [RV1] */
export type ResourceVersion = string & { readonly [resourceVersionTag]: true }

/** Brands a number as a revision. Only a log may call it, for values of its own counter. */
export const toRevision = (count: number): Revision => count as Revision

export const toResourceVersion = (revision: Revision): ResourceVersion => String(revision) as ResourceVersion
