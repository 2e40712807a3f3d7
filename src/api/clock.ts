/** The server's only source of time, in milliseconds since the epoch. A simulated clock can be frozen or advanced. */
export interface Clock {
  now(): number
  /** Calls `run` once, after `delayMs` of this clock. Returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void
}
