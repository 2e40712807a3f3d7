/** The only source of time in the server. Milliseconds since the epoch; a simulated one may be frozen or advanced. */
export interface Clock {
  now(): number
  /** Calls `run` once, `delayMs` of this clock's time from now. The answer cancels it. */
  after(delayMs: number, run: () => void): () => void
}
