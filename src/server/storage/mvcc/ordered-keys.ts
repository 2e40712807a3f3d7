import { byteOrder } from '#server/storage/keys.ts'

const CHUNK_MAX = 512

/** An item that is ordered by its key. */
export interface Keyed {
  readonly key: string
  /** The result of `byteOrder` for the key. */
  readonly order: string
}

/**
 * A sorted index stored in chunks, so that an insert moves at most one chunk. Keys are unique and in the order of their bytes. [ST1]
 */
export class OrderedKeys<Item extends Keyed> {
  #chunks: Item[][] = []

  /** Fills the index with `sorted` in bulk, for a cold start. Only for an empty index. */
  fill(sorted: readonly Item[]): void {
    const half = CHUNK_MAX / 2
    for (let at = 0; at < sorted.length; at += half) this.#chunks.push(sorted.slice(at, at + half))
  }

  /** Inserts `item`, whose key must not be in the index yet. */
  insert(item: Item): void {
    const chunkAt = Math.max(0, this.#chunkOf(item.order))
    const chunk = this.#chunks[chunkAt]
    if (chunk === undefined) {
      this.#chunks.push([item])
      return
    }
    chunk.splice(placeIn(chunk, item.order), 0, item)
    if (chunk.length > CHUNK_MAX) this.#chunks.splice(chunkAt + 1, 0, chunk.splice(CHUNK_MAX / 2))
  }

  remove(key: string): void {
    const order = byteOrder(key)
    const chunkAt = this.#chunkOf(order)
    const chunk = this.#chunks[chunkAt]
    if (chunk === undefined) return
    const at = placeIn(chunk, order)
    if (chunk[at]?.key !== key) return
    chunk.splice(at, 1)
    if (chunk.length === 0) this.#chunks.splice(chunkAt, 1)
  }

  /**
   * Visits items from `start` (inclusive) to `end` (exclusive) in order until `see` returns false.
   * The index must not change during the visit.
   */
  visit(start: string, end: string, see: (item: Item) => boolean): void {
    const [from, to] = [byteOrder(start), byteOrder(end)]
    const first = Math.max(0, this.#chunkOf(from))
    for (let chunkAt = first; chunkAt < this.#chunks.length; chunkAt += 1) {
      const chunk = this.#chunks[chunkAt] ?? []
      const last = chunk.at(-1)
      const stop = last === undefined || last.order < to ? chunk.length : placeIn(chunk, to)
      for (let at = chunkAt === first ? placeIn(chunk, from) : 0; at < stop; at += 1) {
        if (!see(chunk[at] as Item)) return
      }
      if (stop < chunk.length) return
    }
  }

  /** Counts the items from `start` (inclusive) to `end` (exclusive) without a visit. */
  count(start: string, end: string): number {
    return Math.max(0, this.#countBefore(byteOrder(end)) - this.#countBefore(byteOrder(start)))
  }

  #countBefore(order: string): number {
    const chunkAt = this.#chunkOf(order)
    let count = 0
    for (let at = 0; at < chunkAt; at += 1) count += this.#chunks[at]?.length ?? 0
    return count + placeIn(this.#chunks[chunkAt] ?? [], order)
  }

  /** Returns the index of the last chunk whose first item is not after `order`, -1 when it precedes all chunks. */
  #chunkOf(order: string): number {
    let [low, high] = [0, this.#chunks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const first = this.#chunks[middle]?.[0]
      if (first !== undefined && first.order <= order) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

/** Returns the position of the first item that is not before `order`. */
function placeIn(chunk: readonly Keyed[], order: string): number {
  let [low, high] = [0, chunk.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = chunk[middle]
    if (item !== undefined && item.order < order) low = middle + 1
    else high = middle
  }
  return low
}
