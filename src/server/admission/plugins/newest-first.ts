import type { ApiObject } from '#api/object-meta.ts'

/** Sorts default classes as the reference does: newest first; those created in the same second by name. */
export function newestFirst({ metadata: a }: ApiObject, { metadata: b }: ApiObject): number {
  const [made = '', otherMade = ''] = [a.creationTimestamp, b.creationTimestamp]
  if (made !== otherMade) return made < otherMade ? 1 : -1
  return (a.name ?? '') < (b.name ?? '') ? -1 : 1
}
