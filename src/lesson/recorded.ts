import type { SendPath } from '#client/send-path.ts'
import { isRecordedPath, RECORDED_PATH } from '#facts/api-paths.ts'
import { parseCassette } from '#record/cassette.ts'
import { createPlayer } from '#record/player.ts'

/** Answers a request from a cassette; `null` for a request to the cluster. */
export type AnswerRecorded = (method: string, target: string, signal: AbortSignal) => Response | null

/**
 * Returns a function that answers requests below {@link RECORDED_PATH} by a cassette: what a client saw elsewhere. Each
 * answer is given once, in order, streams with their recorded times. [LSN25]
 */
export function answerRecorded(cassette: string): AnswerRecorded {
  if (cassette === '') return () => null
  const player = createPlayer(parseCassette(cassette), 1)
  return (method, target, signal) =>
    isRecordedPath(target) ? player.answer(method, target.slice(RECORDED_PATH.length) || '/', signal) : null
}

/** Returns a `fetch` whose requests below {@link RECORDED_PATH} are answered by a cassette. */
export const withRecorded =
  (send: SendPath, answer: AnswerRecorded): SendPath =>
  async (path, init) =>
    answer(init?.method ?? 'GET', path, init?.signal ?? new AbortController().signal) ?? send(path, init)
