/**
 * Returns the body of a response that `bytesResponse` made; `undefined` for any other. It is told by its property, so that a
 * page which only reads answers does not load the classes of messages.
 */
export const knownBytes = (response: Response): Uint8Array | undefined =>
  'bytesSent' in response && response.bytesSent instanceof Uint8Array ? response.bytesSent : undefined
