import type { LogEntry } from '#server/storage/log.ts'

/**
 * The retained entries in revision order. Watches start from them and the Revisions panel lists them. Revisions may
 * have gaps.
 */
export class History {
  #entries: LogEntry[]
  /** Entries before this position are dropped; the array is shortened only occasionally, not at each step. */
  #head = 0

  constructor(entries: readonly LogEntry[]) {
    this.#entries = [...entries]
  }

  get length(): number {
    return this.#entries.length - this.#head
  }

  push(entry: LogEntry): void {
    this.#entries.push(entry)
  }

  /** Returns at most `limit` entries after `revision` that satisfy `passes`, oldest first. */
  after(revision: number, limit: number, passes: (entry: LogEntry) => boolean): LogEntry[] {
    const found: LogEntry[] = []
    for (let at = this.#placeAfter(revision); at < this.#entries.length && found.length < limit; at += 1) {
      const entry = this.#entries[at] as LogEntry
      if (passes(entry)) found.push(entry)
    }
    return found
  }

  /** Removes and returns at most `limit` entries at or below `revision`, oldest first. */
  shift(revision: number, limit: number): LogEntry[] {
    const end = Math.min(this.#placeAfter(revision), this.#head + limit)
    const taken = this.#entries.slice(this.#head, end)
    this.#head = Math.max(this.#head, end)
    if (this.#head > 4_096 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head)
      this.#head = 0
    }
    return taken
  }

  #placeAfter(revision: number): number {
    let [low, high] = [this.#head, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#entries[middle]?.revision ?? Infinity) <= revision) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the revision of the retained entry at `position`, counted from the oldest. */
  revisionAt(position: number): number | undefined {
    return this.#entries[this.#head + position]?.revision
  }
}
