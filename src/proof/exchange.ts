import type { Json } from '#api/json.ts'

/** A request and its answer, of a recording or of this server. */
export interface ProofExchange {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** Media type of the request's body; `''` without a body. */
  readonly sentType: string
  readonly status: number
  /** Media type of the answer. */
  readonly answeredType: string
  /** Text of the `Warning` header; `''` for none. */
  readonly warning: string
  /** `undefined` for a stream and for an answer that is no JSON. */
  readonly body: Json | undefined
  /** The answer as text, if it is no JSON. */
  readonly text: string
}
