/** Streams that stay open behind the newest request. */
const streamsMax = 5

/** Holds the streams of earlier requests, the oldest first. Closes the oldest one when there are too many. [RC17] */
export class OpenStreams {
  readonly #streams = new Set<AbortController>()
  readonly #onCount: (count: number) => void

  constructor(onCount: (count: number) => void) {
    this.#onCount = onCount
  }

  add(stream: AbortController): void {
    this.#streams.add(stream)
    const [oldest] = this.#streams
    if (this.#streams.size > streamsMax) oldest?.abort()
    this.#onCount(this.#streams.size)
  }

  /** Forgets a stream that has ended. */
  end(stream: AbortController): void {
    if (this.#streams.delete(stream)) this.#onCount(this.#streams.size)
  }

  closeAll(): void {
    for (const stream of this.#streams) stream.abort()
  }
}
