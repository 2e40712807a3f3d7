import { actorName } from './actor-name.ts'
import type { Life } from './life.ts'
import { numberText } from './words.ts'

interface Where {
  /** Name of the object, with its kind if that is known. */
  readonly what: string
  /** The displayed revision, `null` at Live. */
  readonly at: number | null
  readonly compacted: number
  readonly published: number
}

/** States why a revision cannot be shown. */
export const unreadableWords = (why: 'expired' | 'future', { at, compacted, published }: Omit<Where, 'what'>): string =>
  why === 'future'
    ? `Revision ${numberText(at ?? 0)} is not written yet; the newest is ${numberText(published)}.`
    : `Revision ${numberText(at ?? 0)} has expired: history is kept from ${numberText(compacted + 1)}.`

/**
 * States in one sentence that an object is not there, and why, in the same words in every panel; `''` for an object
 * that is there. [LF1]
 */
export function absenceWords(life: Life, where: Where): string {
  const { what, at, compacted } = where
  switch (life.type) {
    case 'live':
    case 'terminating':
      return ''
    case 'unknown':
      return `Reading ${what}.`
    case 'unreadable':
      return unreadableWords(life.why, where)
    case 'gone':
      return `${what} was removed at ${life.removal.revision} by ${actorName(life.removal.actor)}.`
    case 'expired':
      return `${what} is gone, and the history of its removal has expired.`
    case 'never':
      return neverWords(life.createdAt, what, at, compacted)
  }
}

function neverWords(createdAt: number | null, what: string, at: number | null, compacted: number): string {
  const start = at === null ? `${what} does not exist` : `${what} did not exist at ${at}`
  if (createdAt !== null && at !== null && createdAt > at) return `${start}. It was created at ${createdAt}.`
  return compacted === 0
    ? `${start}.`
    : `${start}, and the history, kept from ${numberText(compacted + 1)}, has no write of it.`
}

/** States that a resource, such as `apps.v1.deployments`, is not served. [LF1] */
export function unservedWords(resourceId: string): string {
  const parts = resourceId.split('.')
  if (parts.length === 1)
    return `The server has no ${resourceId}: a resource is named with its version, such as v1.pods.`
  const [resource = '', version = ''] = parts.toReversed()
  return `The server has no ${resource} of ${[parts.slice(0, -2).join('.'), version].filter((part) => part !== '').join('/')}.`
}
