/**
 * Returns the body of a response that `bytesResponse` made; `undefined` for any other. It is recognized by a property, not
 * by its class, so that a page which only reads responses does not load that class.
 */
export const knownBytes = (response: Response): Uint8Array | undefined =>
  'bytesSent' in response && response.bytesSent instanceof Uint8Array ? response.bytesSent : undefined
