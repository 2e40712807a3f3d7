import type { Lab } from '#ui/lab/lab.ts'
import type { FileId } from './files.ts'
import { type ConfigRoomStore, textOf } from './room-store.ts'
import type { Both, Tried, TryInput, TryMember, TryStore } from './try-store.ts'

/** Debounce before issuers and webhooks are called, in ms. */
const REST_MS = 350

interface Question {
  readonly path: string
  readonly member: TryMember
  /** Returns the request body; `null` when there is nothing to try yet. */
  readonly body: (input: TryInput) => object | null
}

const questions: Readonly<Record<FileId, Question>> = {
  authentication: {
    path: '/debug/trials/token',
    member: 'token',
    body: ({ token }) => (token.trim() === '' ? null : { token: token.trim() }),
  },
  authorization: { path: '/debug/trials/decision', member: 'decision', body: ({ action }) => ({ action }) },
  egress: {
    path: '/debug/trials/route',
    member: 'route',
    body: ({ route }) => (route.destination.trim() === '' ? null : route),
  },
  tracing: { path: '/debug/trials/sampling', member: 'sampling', body: ({ traceparent }) => ({ traceparent }) },
}

/** Sends a trial; a refusal is a result too. */
export async function sendTrial<Trial>(fetcher: typeof fetch, path: string, body: object): Promise<Tried<Trial>> {
  try {
    const response = await fetcher(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return { type: 'trial', trial: (await response.json()) as Trial }
    const { message } = (await response.json()) as { readonly message?: string }
    return { type: 'refused', message: message ?? `HTTP ${response.status}` }
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    return { type: 'refused', message: error.message }
  }
}

export interface Trials {
  /** Tries after a pause in typing. */
  run(): void
  tryNow(): Promise<void>
}

/** Tries the input of Try it with the draft and with the running file, when either changes. [CB6] */
export function createTrials(lab: Lab, room: ConfigRoomStore, attempts: TryStore): Trials {
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const tryNow = async (): Promise<void> => {
    const mine = ++turn
    const state = room.getState()
    const { path, member, body } = questions[state.file]
    const asked = body(attempts.getState().input)
    if (asked === null) return attempts.setAnswers(member, { draft: null, running: null })
    attempts.startTrying()
    const draft = state.drafts[state.file] === undefined ? null : textOf(state, state.file)
    const [ofDraft, ofRunning] = await Promise.all([
      draft === null || draft.trim() === '' ? null : sendTrial(lab.read, path, { ...asked, text: draft }),
      sendTrial(lab.read, path, { ...asked, text: null }),
    ])
    if (mine !== turn) return undefined
    const both: Both<unknown> = { draft: ofDraft, running: ofRunning }
    return attempts.setAnswers(member, both)
  }
  return {
    run() {
      clearTimeout(timer)
      timer = setTimeout(() => void tryNow(), REST_MS)
    },
    tryNow,
  }
}
