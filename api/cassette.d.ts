/** The part of `fetch` that a cassette needs and offers. A path such as `/api/v1/pods` is enough as input. */
export type CassetteFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>
/** Options of {@link cassette}. */
export interface CassetteOptions {
  /**
   * - `replay` answers from the file.
   * - `record` sends the requests on to `from`, and writes a new file.
   * - `replay-or-record` replays a file that exists and records one that does not.
   */
  readonly mode: 'record' | 'replay' | 'replay-or-record'
  /** Answers the requests that are recorded: `fetch`, or `server.fetch` of a server of the library. */
  readonly from?: CassetteFetch
  /** Divides the pauses of replayed streams; `Infinity` leaves them out. Default: 1, as recorded. */
  readonly speed?: number
}
/** Recorded answers, or their recording. */
export interface CassetteTape {
  /** `record` while answers are written. */
  readonly mode: 'record' | 'replay'
  /**
   * Give it to the client under test in place of `fetch`. While replaying it rejects a request that has no recorded answer,
   * with an error that names it.
   */
  readonly fetch: CassetteFetch
  /** The requests without a recorded answer so far: `GET /api/v1/pods`. */
  readonly unknown: readonly string[]
  /**
   * Ends open streams. Rejects if there were requests without a recorded answer: a client may have hidden the errors.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
/**
 * Opens the file of recorded answers at `path`. Requests are matched by method, path, query and body; equal ones are answered in
 * the order in which they were recorded, and the last of them repeats.
 *
 * @example
 * await using tape = await cassette('./shop.jsonl', { mode: 'replay' })
 * const client = new ShopClient({ fetch: tape.fetch })
 *
 * @throws TypeError for a wrong option, Error for a file that is missing or is no cassette
 */
export declare function cassette(path: string, options: CassetteOptions): Promise<CassetteTape>
