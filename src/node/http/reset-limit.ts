import { constants, type ServerHttp2Session } from 'node:http2'

/** A client that stops many watches at once resets as many streams. More than this is a flood. */
const RESETS_MAX = 300
/** The rate at which the count of resets decreases. */
const RESETS_PER_SECOND = 30

/**
 * Closes a connection whose client resets streams too fast: each reset frees a slot of the open streams while the
 * server already works on the request (CVE-2023-44487). [TLS5]
 */
export function limitResets(session: ServerHttp2Session, now: () => number = () => performance.now()): void {
  let count = 0
  let sinceMs = now()
  session.on('stream', (stream) => {
    stream.once('close', () => {
      if (stream.rstCode === constants.NGHTTP2_NO_ERROR || session.destroyed) return
      const nowMs = now()
      count = Math.max(0, count - ((nowMs - sinceMs) / 1000) * RESETS_PER_SECOND) + 1
      sinceMs = nowMs
      if (count > RESETS_MAX) session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM)
    })
  })
}
