/**
 * Returns one copy of `parts` of exact size. It is safe to transfer, while the parts may be views of the store's
 * buffers.
 */
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
