const bodies = new WeakMap<Response, Uint8Array>()

/**
 * A Response whose whole body is `bytes`. Hosts that know so send it in one piece with its length, without the detour
 * through a stream; everybody else sees an ordinary Response. `bytes` must not change afterwards.
 */
export function bytesResponse(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(bytes, init)
  bodies.set(response, bytes)
  return response
}

/** The whole body of a Response made by {@link bytesResponse}; `undefined` of all others, streams above all. */
export const knownBody = (response: Response): Uint8Array | undefined => bodies.get(response)
