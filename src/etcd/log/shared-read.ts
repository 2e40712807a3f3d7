/** Runs `read` for all callers of a turn at once. Callers that arrive while it is under way share the next run. */
export class SharedRead {
  readonly #read: () => Promise<void>
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(read: () => Promise<void>) {
    this.#read = read
  }

  /** Resolves after a read that began after this call. */
  run(): Promise<void> {
    if (this.#next !== null) return this.#next
    const begin = this.#running === null ? Promise.resolve() : this.#running.catch(() => undefined)
    const next = begin.then(() => {
      // It begins now: from here on it is too late to share it.
      this.#next = null
      this.#running = next
      return this.#read()
    })
    this.#next = next
    const end = (): void => {
      if (this.#running === next) this.#running = null
    }
    void next.then(end, end)
    return next
  }
}
