import { constants, type ServerHttp2Session } from 'node:http2'

/** A client that stops many watches at once resets as many streams; more than this is a flood. */
const RESETS_MAX = 300
/** Forgiven each second. */
const RESETS_PER_SECOND = 30

/**
 * Closes a connection whose client resets streams faster than anybody with a use for their answers would: each reset frees
 * its place among the open streams, while the server has begun to work (CVE-2023-44487). [TLS5]
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
