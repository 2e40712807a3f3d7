const CHUNK_MAX = 512

/** Anything that has a place in key order. */
export interface Keyed {
  readonly key: string
}

/** Sorted records in chunks, so that an insert moves at most one chunk. Keys in code unit order, each once. */
export class OrderedKeys<Item extends Keyed> {
  #chunks: Item[][] = []

  /** Takes all of `sorted` at once, for a cold start. Only for an empty index. */
  fill(sorted: readonly Item[]): void {
    const half = CHUNK_MAX / 2
    for (let at = 0; at < sorted.length; at += half) this.#chunks.push(sorted.slice(at, at + half))
  }

  /** `item`'s key must not be there yet. */
  insert(item: Item): void {
    const chunkAt = Math.max(0, this.#chunkOf(item.key))
    const chunk = this.#chunks[chunkAt]
    if (chunk === undefined) {
      this.#chunks.push([item])
      return
    }
    chunk.splice(placeIn(chunk, item.key), 0, item)
    if (chunk.length > CHUNK_MAX) this.#chunks.splice(chunkAt + 1, 0, chunk.splice(CHUNK_MAX / 2))
  }

  remove(key: string): void {
    const chunkAt = this.#chunkOf(key)
    const chunk = this.#chunks[chunkAt]
    if (chunk === undefined) return
    const at = placeIn(chunk, key)
    if (chunk[at]?.key !== key) return
    chunk.splice(at, 1)
    if (chunk.length === 0) this.#chunks.splice(chunkAt, 1)
  }

  /**
   * Visits items from `start` (inclusive) to `end` (exclusive) in order until `see` answers false.
   * The index must not change meanwhile.
   */
  visit(start: string, end: string, see: (item: Item) => boolean): void {
    const first = Math.max(0, this.#chunkOf(start))
    for (let chunkAt = first; chunkAt < this.#chunks.length; chunkAt += 1) {
      const chunk = this.#chunks[chunkAt] ?? []
      const last = chunk.at(-1)
      const stop = last === undefined || last.key < end ? chunk.length : placeIn(chunk, end)
      for (let at = chunkAt === first ? placeIn(chunk, start) : 0; at < stop; at += 1) {
        if (!see(chunk[at] as Item)) return
      }
      if (stop < chunk.length) return
    }
  }

  /** The last chunk whose first key is not after `key`, -1 when `key` is before all. */
  #chunkOf(key: string): number {
    let [low, high] = [0, this.#chunks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const first = this.#chunks[middle]?.[0]
      if (first !== undefined && first.key <= key) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

/** Position of the first item whose key is not before `key`. */
function placeIn(chunk: readonly Keyed[], key: string): number {
  let [low, high] = [0, chunk.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = chunk[middle]
    if (item !== undefined && item.key < key) low = middle + 1
    else high = middle
  }
  return low
}
