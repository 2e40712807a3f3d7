import { Refusal } from '#client/refusal.ts'
import { freeName } from './samples.ts'

const TRIES_MAX = 20

/**
 * Calls `post` with the first name that is not in `taken`, and with the next one while the server refuses a name as taken: the
 * page's list of objects may lack one that was created just now. [CRT1] @throws Refusal; TypeError
 */
export async function postFree<Created>(
  kind: string,
  taken: ReadonlySet<string>,
  post: (name: string) => Promise<Created>,
): Promise<Created> {
  const refused = new Set(taken)
  for (let tries = 1; ; tries += 1) {
    const name = freeName(kind, refused)
    try {
      return await post(name)
    } catch (error) {
      const isTaken = error instanceof Refusal && error.status.reason === 'AlreadyExists'
      if (!isTaken || tries === TRIES_MAX) throw error
      refused.add(name)
    }
  }
}
