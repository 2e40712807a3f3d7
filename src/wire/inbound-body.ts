import { CREDIT_LOT } from './protocol.ts'

interface InboundSource {
  credit(count: number): void
  /** The reader cancelled: no further chunks are needed. */
  cancel(): void
}

type Bytes = Uint8Array<ArrayBuffer>

/** The receiving side of one streamed response: a stream fed by `push`, which returns credits as it is read. [WI3] */
export class InboundBody {
  readonly stream: ReadableStream<Bytes>
  readonly #source: InboundSource
  #controller: ReadableStreamDefaultController<Bytes> | null = null
  #queue: Bytes[] = []
  #ended = false
  #taken = 0
  #wake: (() => void) | null = null

  constructor(source: InboundSource) {
    this.#source = source
    this.stream = new ReadableStream<Bytes>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.#pull(),
        cancel: () => this.#cancelled(),
      },
      { highWaterMark: 0 },
    )
  }

  push(bytes: ArrayBuffer): void {
    if (this.#ended) return
    this.#queue.push(new Uint8Array(bytes))
    this.#wakeUp()
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    // A waiting reader is handled by `pull`; otherwise the stream closes here.
    if (this.#wake === null && this.#queue.length === 0) this.#close()
    this.#wakeUp()
  }

  /** Errors the stream; unread chunks are dropped, as with a broken connection. */
  fail(error: unknown): void {
    this.#queue = []
    this.#ended = true
    this.#controller?.error(error)
    this.#controller = null
    this.#wakeUp()
  }

  async #pull(): Promise<void> {
    if (this.#queue.length === 0 && !this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve))
    const next = this.#queue.shift()
    if (next !== undefined) {
      this.#controller?.enqueue(next)
      this.#taken++
      if (this.#taken === CREDIT_LOT) {
        this.#taken = 0
        this.#source.credit(CREDIT_LOT)
      }
    }
    if (this.#ended && this.#queue.length === 0) this.#close()
  }

  #cancelled(): void {
    const wasEnded = this.#ended
    this.#queue = []
    this.#ended = true
    this.#controller = null
    this.#wakeUp()
    if (!wasEnded) this.#source.cancel()
  }

  #close(): void {
    this.#controller?.close()
    this.#controller = null
  }

  #wakeUp(): void {
    this.#wake?.()
    this.#wake = null
  }
}
