const bodies = new WeakMap<Response, ArrayBuffer>()

/** Records the body of a response that arrived as a whole. */
export function keepWholeBody(response: Response, bytes: ArrayBuffer): Response {
  bodies.set(response, bytes)
  return response
}

/**
 * Returns the bytes of a response that arrived as a whole, `undefined` for streams and empty bodies. They may be
 * transferred: the response has its own copy.
 */
export const wholeBody = (response: Response): ArrayBuffer | undefined => bodies.get(response)
