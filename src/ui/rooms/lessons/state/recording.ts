import { errorText } from '#api/error-text.ts'
import { addRecorded } from '#lesson/build/draft.ts'
import { Recorder } from '#lesson/build/recorder.ts'
import type { SendPath } from '#client/send-path.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { holdRecording } from './abandoned.ts'
import { draftsOf } from './drafts-store.ts'

/**
 * Records what the person sends on this tab's cluster into a draft, until the returned function is called. Calls
 * `onFailure` with the reason if it cannot. [LSN19]
 */
export function followRecording(lab: Lab, id: string, onFailure: (words: string) => void): () => void {
  const drafts = draftsOf(lab)
  const draft = drafts.store.getState().drafts[id]
  if (draft === undefined) {
    onFailure('The draft of this lesson is no longer in this browser.')
    return () => undefined
  }
  const ending = new AbortController()
  holdRecording(id, ending.signal)
  const send: SendPath = (path, init) => lab.read(path, init)
  const opening = Recorder.open({
    send,
    base: draft.base,
    count: Math.max(0, ...draft.recorded.map((one) => one.id)),
    signal: ending.signal,
    onRecorded: (recorded) => drafts.change(id, (now) => addRecorded(now, recorded)),
  })
  const fail = (error: unknown): void => {
    if (!ending.signal.aborted) onFailure(errorText(error))
  }
  opening.catch(fail)
  const stop = lab.listen((parts, answer) => {
    const { name, groups } = lab.actor.getState()
    opening.then((recorder) => recorder.hear({ ...parts, actor: name, groups }, answer)).catch(fail)
  })
  return () => {
    stop()
    ending.abort()
  }
}
