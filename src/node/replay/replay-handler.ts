import type { Cassette } from '#record/cassette.ts'
import { createPlayer, type ReplaySpeed } from '#record/player.ts'
import type { FetchHandler } from '#node/http/fetch-handler.ts'

export interface ReplayHandler {
  readonly handle: FetchHandler
  /** Delivers the next piece of each open stream; returns how many streams had one. */
  step(): number
}

/** Path that delivers the next pieces when stepping. */
const STEP_PATH = '/replay/step'

/** Serves the answers of a cassette, and the path that steps. [RCD7] */
export function replayHandler(cassette: Cassette, speed: ReplaySpeed): ReplayHandler {
  const player = createPlayer(cassette, speed)
  return {
    step: () => player.step(),
    async handle({ method, signal }, { rawTarget }) {
      if (method === 'POST' && rawTarget === STEP_PATH) return Response.json({ delivered: player.step() })
      return player.answer(method, rawTarget, signal)
    },
  }
}
