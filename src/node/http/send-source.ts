import type { ChunkSource } from '#api/bodies/chunk-source.ts'
import { Deliveries, type Delivery } from './deliveries.ts'
import type { AnswerWriter } from './exchange.ts'

/** More than the system holds for a connection: about 4 MiB to send and 6 MiB received. */
const SYSTEM_BYTES_MAX = 12 * 1024 * 1024
/**
 * The bytes that one watch may write before the next has its turn; also the amount that Node buffers for a client
 * that does not read.
 */
const TURN_BYTES = 64 * 1024
/** The time that a slow client has to read the data that the system has buffered for it. */
const GRACE_MS = 10_000

/** One per process: all watches share its thread. */
const deliveries = new Deliveries()

/**
 * Sends chunks of a source, no faster than the client reads. Resolves when the source has ended or the client has
 * disconnected. [ND2]
 */
export function sendSource(out: AnswerWriter, source: ChunkSource): Promise<void> {
  return new Promise((resolve) => {
    const sending = new Sending(out, source)
    // The watch must end when the client disconnects, even without events. [ND2]
    out.onceClosed(() => {
      deliveries.remove(sending)
      source.cancel('the client went away')
      resolve()
    })
    source.onReady = () => deliveries.add(sending)
    deliveries.add(sending)
  })
}

class Sending implements Delivery {
  readonly #out: AnswerWriter
  readonly #source: ChunkSource
  #isEnded = false
  #sentBytes = 0

  constructor(out: AnswerWriter, source: ChunkSource) {
    this.#out = out
    this.#source = source
  }

  /** Reports whether the client has been seen to read, so that it is worth a share of the time. */
  get isReading(): boolean {
    return this.#source.pace === 'reads'
  }

  deliver(): boolean {
    if (this.#isEnded || this.#out.isDestroyed()) return false
    // A source that ended because the client does not read has no more data.
    if (this.#source.pace === 'stalled' && this.#source.state === 'open') return false
    const pieces = this.#source.take(TURN_BYTES)
    if (pieces.length === 0) this.#finish()
    else {
      const ready = this.#out.writeAll(pieces)
      if (ready === null) {
        this.#sentBytes += pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
        if (this.#sentBytes > SYSTEM_BYTES_MAX) this.#source.pace = 'reads'
        return true
      }
      this.#source.pace = 'stalled'
      void ready.then(() => {
        this.#source.pace = 'reads'
        deliveries.add(this)
      })
    }
    return false
  }

  #finish(): void {
    const { state } = this.#source
    if (state === 'open') return
    this.#isEnded = true
    if (state === 'broken') return this.#out.destroy()
    this.#out.end()
    setTimeout(() => this.#out.destroy(), GRACE_MS).unref()
  }
}
