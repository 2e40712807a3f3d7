/** The only source of time in the server. Milliseconds since the epoch; a simulated one may be frozen or advanced. */
export interface Clock {
  now(): number
  /** Calls `run` once, after `delayMs` of this clock. The returned function cancels it. */
  after(delayMs: number, run: () => void): () => void
}
