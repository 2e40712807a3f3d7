import type { ApiObject } from '#api/object-meta.ts'

/** Order in which the reference chooses among several default classes: the newest, of those made in one second the first by name. */
export function newestFirst({ metadata: a }: ApiObject, { metadata: b }: ApiObject): number {
  const [made = '', otherMade = ''] = [a.creationTimestamp, b.creationTimestamp]
  if (made !== otherMade) return made < otherMade ? 1 : -1
  return (a.name ?? '') < (b.name ?? '') ? -1 : 1
}
