import type { DebugRequests } from '#facts/debug-api.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import { getJson } from '#ui/model/api.ts'
import { saveFor } from '#ui/model/saved.ts'
import type { Answer } from '#ui/exchange/answer.ts'
import type { RequestDraft } from '#ui/exchange/request-draft.ts'
import { refusalOf } from '#ui/exchange/write-object.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { writeOnBranch } from '#ui/parts/clusters/fork.ts'
import { CARRIED_ANSWER_KEY } from './carried-answer.ts'

/** Larger answers, and binary ones, stay behind: the storage of a browser is small and holds text. */
const LENGTH_MAX = 200_000

/**
 * Sends a draft as the first write of a branch that begins at a revision, and shows the branch with the answer. `send`
 * returns the answer when it is complete. [MC10]
 */
export const sendOnBranch = (
  lab: Lab,
  { draft, at }: { readonly draft: RequestDraft; readonly at: number },
  send: (draft: RequestDraft) => Promise<Answer>,
): Promise<void> =>
  writeOnBranch(lab, at, async (prefix, branch) => {
    const answer = await send({ ...draft, path: `${prefix}${draft.path}` })
    const refusal = refusalOf(answer)
    if (refusal === '') await carryAnswer(lab.read, { branch, prefix }, answer)
    return refusal
  })

/** The server finishes a request after the client has its body: its trace is asked for this often. */
const ATTEMPTS = 5

interface Place {
  /** The name of the branch. */
  readonly branch: string
  /** The beginning of its paths, which is left out of the answer's path. */
  readonly prefix: string
}

/**
 * Keeps the answer to the first write of a branch, with the server's trace of it, for the page that shows the branch. [MC10]
 */
async function carryAnswer(read: typeof fetch, { branch, prefix }: Place, answer: Answer): Promise<void> {
  if (answer.type !== 'received' || answer.raw !== null || answer.body.length > LENGTH_MAX) return
  const target = answer.target.startsWith(prefix) ? answer.target.slice(prefix.length) : answer.target
  const trace = await traceOf(read, prefix, answer.requestId)
  // The server of the branch may have started again by then, and have given the id to another request.
  saveFor(branch, CARRIED_ANSWER_KEY, { ...answer, target, requestId: 0, ...(trace === undefined ? {} : { trace }) })
}

async function traceOf(read: typeof fetch, prefix: string, requestId: number): Promise<FinishedRequest | undefined> {
  if (requestId === 0) return undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // The answer is shown without a trace where the server gives none.
    const { requests } = await getJson<DebugRequests>(read, `${prefix}/debug/requests`).catch(() => ({ requests: [] }))
    const found = requests.find(({ id }) => id === requestId)
    if (found !== undefined) return found
  }
  return undefined
}
