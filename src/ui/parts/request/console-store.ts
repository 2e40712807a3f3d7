import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Lab } from '#ui/lab/lab.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { Answer, ReceivedAnswer, StreamLine } from '#ui/exchange/answer.ts'
import { emptyDraft, headersProblem, parseDraft, pathProblem, type RequestDraft } from '#ui/exchange/request-draft.ts'
import { sendRequest } from '#ui/exchange/send-request.ts'
import { attempt } from '#ui/lab/actions.ts'
import { carriedAnswer } from './carried-answer.ts'
import { OpenStreams } from './open-streams.ts'
import { branchPoint } from './past-write.ts'
import { pathOf } from '#ui/lab/object-path.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

export interface ConsoleState {
  readonly draft: RequestDraft
  readonly answer: Answer
  /** The refused response whose fix was sent last; `null` after any other request. */
  readonly refused: ReceivedAnswer | null
  /** The reason why the draft was not sent; `''` if it was, or is to be. [RC18] */
  readonly problem: string
  /** Lines that stay on screen while the stream continues; `null` shows new lines as they arrive. */
  readonly held: readonly StreamLine[] | null
  /** `json` is the raw text of a response that is shown as a table. */
  readonly tab: 'body' | 'json' | 'headers'
  /** Streams of earlier requests that are still open. */
  readonly behind: number
}

export interface RequestConsole {
  readonly store: ReadableStore<ConsoleState>
  change(how: (draft: RequestDraft) => RequestDraft): void
  send(): void
  /** Changes a refused request as its card proposes, and sends it. */
  sendFixed(how: (draft: RequestDraft) => RequestDraft): void
  /** Closes the connection, as a client that disconnects. */
  cut(): void
  /** Closes the streams of earlier requests. */
  closeBehind(): void
  /** Pauses or resumes the display of lines. */
  hold(): void
  /** Shows one tab of the response. */
  showTab(tab: ConsoleState['tab']): void
}

/** Returns the path of an object; of the namespaces when none is selected or its kind is not served. */
const startPath = (lab: Lab, ref: ObjectRef | null): string => (ref === null ? '' : pathOf(lab, ref)) || emptyDraft.path

/** Returns the request that was kept; without one, a read of the selected object. [RC15] */
function startOf(lab: Lab, kept: string): RequestDraft {
  if (kept !== '') return parseDraft(kept)
  return { ...emptyDraft, path: startPath(lab, lab.selection.getState().object) }
}

/** Reports whether the draft is still as it started: the person has typed nothing that another object would replace. */
const isAtStart = (lab: Lab, { method, path, query, body, headers }: RequestDraft, ref: ObjectRef | null): boolean =>
  method === 'GET' &&
  query.length === 0 &&
  body === '' &&
  headers === '' &&
  (path === startPath(lab, ref) || path === emptyDraft.path)

/** While the inspector shows a request, it goes on to the one that was sent. [RC15] */
function followRequest({ selection }: Lab, answer: Answer): void {
  if (answer.type === 'received' && answer.requestId > 0 && selection.getState().request !== null)
    selection.selectRequest(answer.requestId)
}

/** A watch that has not ended. */
const isOpenStream = (answer: Answer): boolean =>
  answer.type === 'received' && answer.lines !== null && answer.state === 'open'

/** Sends the draft, and holds the connections of what was sent. */
function createSender(lab: Lab, store: StoreApi<ConsoleState>): Pick<RequestConsole, 'send' | 'cut' | 'closeBehind'> {
  let ending: AbortController | null = null
  const streams = new OpenStreams((behind) => store.setState({ behind }))
  const send = async (): Promise<void> => {
    const { path, headers } = store.getState().draft
    const problem = pathProblem(path) || headersProblem(headers)
    store.setState({ problem })
    if (problem !== '') return
    if (ending !== null && isOpenStream(store.getState().answer)) streams.add(ending)
    else ending?.abort()
    const mine = new AbortController()
    ending = mine
    store.setState({ held: null, refused: null })
    let last: Answer = { type: 'none' }
    const sendDraft = (draft: RequestDraft): Promise<void> =>
      sendRequest(draft, {
        fetch: lab.send,
        // `lab.send` sets the user itself.
        actor: '',
        signal: mine.signal,
        now: () => performance.timeOrigin + performance.now(),
        onAnswer(answer) {
          last = answer
          if (ending !== mine) return
          store.setState({ answer })
          followRequest(lab, answer)
        },
      }).finally(() => streams.end(mine))
    const { draft } = store.getState()
    const at = branchPoint(lab, draft)
    if (at === null) return void sendDraft(draft)
    // Loaded when it is needed: it brings the reader of YAML.
    const { sendOnBranch } = await import('./send-on-branch.ts')
    await sendOnBranch(lab, { draft, at }, (onBranch) => sendDraft(onBranch).then(() => last))
  }
  return { send: () => void attempt(lab, send()), cut: () => ending?.abort(), closeBehind: () => streams.closeAll() }
}

/** Reads the selected object as long as the person has typed nothing; also once its kind is known, which an opened page learns later. [RC15] */
function followSelection(lab: Lab, store: StoreApi<ConsoleState>): void {
  const follow = (before: ObjectRef | null): void => {
    const { draft } = store.getState()
    const path = startPath(lab, lab.selection.getState().object)
    if (path !== draft.path && isAtStart(lab, draft, before)) store.setState({ draft: { ...draft, path } })
  }
  lab.selection.subscribe(({ object }, before) => {
    if (object !== before.object) follow(before.object)
  })
  const { object } = lab.selection.getState()
  if (object === null || pathOf(lab, object) !== '') return
  const stop = lab.objects.subscribe(() => {
    if (pathOf(lab, object) === '') return
    stop()
    if (lab.selection.getState().object === object) follow(object)
  })
}

/** Creates the request console: one draft and its last response. The draft survives a reload. */
export function createConsole(lab: Lab): RequestConsole {
  const kept = readSaved<{ text: string }>('request', { text: '' })
  const store = createStore<ConsoleState>(() => ({
    draft: startOf(lab, kept.text),
    answer: carriedAnswer(),
    refused: null,
    problem: '',
    held: null,
    tab: 'body',
    behind: 0,
  }))
  followSelection(lab, store)
  const change: RequestConsole['change'] = (how) => {
    store.setState(({ draft }) => ({ draft: how(draft), problem: '' }))
    save('request', { text: JSON.stringify(store.getState().draft) })
  }
  const sender = createSender(lab, store)
  return {
    store,
    change,
    ...sender,
    sendFixed(how) {
      const { answer } = store.getState()
      change(how)
      sender.send()
      if (answer.type === 'received') store.setState({ refused: answer })
    },
    showTab: (tab) => store.setState({ tab }),
    hold: () =>
      store.setState(({ held, answer }) => ({
        held: held === null && answer.type === 'received' ? answer.lines : null,
      })),
  }
}
