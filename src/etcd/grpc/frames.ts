const HEAD_BYTES = 5

/** Returns a gRPC message with its head: no compression, length. */
export function toFrame(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEAD_BYTES + message.byteLength)
  frame[0] = 0
  frame.writeUInt32BE(message.byteLength, 1)
  frame.set(message, HEAD_BYTES)
  return frame
}

/** Splits the chunks of a stream into the messages that they carry. */
export class FrameReader {
  #chunks: Buffer[] = []
  #bytes = 0

  /** Adds a chunk and returns the messages that are complete now. @throws Error for a compressed message */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    const messages: Buffer[] = []
    for (let length = this.#next(); length !== null; length = this.#next()) {
      const all = this.#join()
      messages.push(all.subarray(HEAD_BYTES, HEAD_BYTES + length))
      this.#chunks = all.length === HEAD_BYTES + length ? [] : [all.subarray(HEAD_BYTES + length)]
      this.#bytes = all.length - HEAD_BYTES - length
    }
    return messages
  }

  /** Returns the length of the next message if all of it is there. */
  #next(): number | null {
    if (this.#bytes < HEAD_BYTES) return null
    const first = (this.#chunks[0]?.length ?? 0) >= HEAD_BYTES ? (this.#chunks[0] as Buffer) : this.#join()
    if (first[0] !== 0) throw new Error('a compressed gRPC message')
    const length = first.readUInt32BE(1)
    return this.#bytes < HEAD_BYTES + length ? null : length
  }

  #join(): Buffer {
    const [only] = this.#chunks
    if (only !== undefined && this.#chunks.length === 1) return only
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [all]
    return all
  }
}
