/** One exact-size copy of `parts`: safe to transfer, for the parts may be views on the store's own buffers. */
export function joinBytes(parts: readonly Uint8Array[]): ArrayBuffer {
  let length = 0
  for (const part of parts) length += part.byteLength
  const joined = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.byteLength
  }
  return joined.buffer
}
