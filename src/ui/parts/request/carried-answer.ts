import type { Answer } from '#ui/exchange/answer.ts'
import { saveFor, takeSaved } from '#ui/model/saved.ts'

const KEY = 'answer'
/** Larger answers, and binary ones, stay behind: the storage of a browser is small and holds text. */
const LENGTH_MAX = 200_000

const none: Answer = { type: 'none' }

/** Keeps the answer to the first write of a branch for the page that shows the branch. `prefix` is left out of its path. [MC10] */
export function carryAnswer(branch: string, prefix: string, answer: Answer): void {
  if (answer.type !== 'received' || answer.raw !== null || answer.body.length > LENGTH_MAX) return
  const target = answer.target.startsWith(prefix) ? answer.target.slice(prefix.length) : answer.target
  // The server of the branch may have started again by then, and have given the id to another request.
  saveFor(branch, KEY, { ...answer, target, requestId: 0 })
}

/** Returns the answer that was carried to this page; later pages show none. */
export const carriedAnswer = (): Answer => takeSaved<Answer>(KEY, none)
