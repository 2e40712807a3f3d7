import { createStore } from 'zustand/vanilla'
import type { Lab } from '#ui/lab/lab.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { Answer, StreamLine } from '#ui/exchange/answer.ts'
import { parseDraft, type RequestDraft } from '#ui/exchange/request-draft.ts'
import { sendRequest } from '#ui/exchange/send-request.ts'

export interface ConsoleState {
  readonly draft: RequestDraft
  readonly answer: Answer
  /** Lines that stay on screen while the stream continues; `null` shows new lines as they arrive. */
  readonly held: readonly StreamLine[] | null
  /** `json` is the raw text of a response that is shown as a table. */
  readonly tab: 'body' | 'json' | 'headers'
}

export interface RequestConsole {
  readonly store: ReadableStore<ConsoleState>
  change(how: (draft: RequestDraft) => RequestDraft): void
  send(): void
  /** Closes the connection, as a client that disconnects. */
  cut(): void
  /** Pauses or resumes the display of lines. */
  hold(): void
  /** Shows one tab of the response. */
  showTab(tab: ConsoleState['tab']): void
}

/** Creates the request console: one draft and its last response. The draft survives a reload. */
export function createConsole(lab: Lab): RequestConsole {
  const kept = readSaved<{ text: string }>('request', { text: '' })
  const store = createStore<ConsoleState>(() => ({
    draft: parseDraft(kept.text === '' ? null : kept.text),
    answer: { type: 'none' },
    held: null,
    tab: 'body',
  }))
  let ending: AbortController | null = null
  return {
    store,
    change(how) {
      store.setState(({ draft }) => ({ draft: how(draft) }))
      save('request', { text: JSON.stringify(store.getState().draft) })
    },
    send() {
      ending?.abort()
      const mine = new AbortController()
      ending = mine
      store.setState({ held: null })
      void sendRequest(store.getState().draft, {
        fetch: lab.send,
        // `lab.send` sets the user itself.
        actor: '',
        signal: mine.signal,
        now: () => performance.timeOrigin + performance.now(),
        onAnswer(answer) {
          if (ending === mine) store.setState({ answer })
        },
      })
    },
    cut: () => ending?.abort(),
    showTab: (tab) => store.setState({ tab }),
    hold: () =>
      store.setState(({ held, answer }) => ({
        held: held === null && answer.type === 'received' ? answer.lines : null,
      })),
  }
}
