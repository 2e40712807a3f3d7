import { constants, gzip } from 'node:zlib'

/** Responses of at least this size are compressed for clients that accept gzip. [ND5] */
const GZIP_BYTES_MIN = 128 * 1024

/** Reports whether the list contains `gzip` exactly. Weights are ignored, as in the reference. */
export const asksForGzip = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && acceptEncoding.split(',').some((token) => token.trim() === 'gzip')

/** Reports whether a response of this size, with these headers, should be compressed. */
export const isCompressible = (headers: Headers, bytes: number): boolean =>
  bytes >= GZIP_BYTES_MIN && !headers.has('content-encoding')

const packedBodies = new WeakMap<Uint8Array, Promise<Uint8Array>>()

/**
 * Compresses off the main thread, optimized for speed. A document that many clients request at once is compressed
 * once. [ND14]
 */
export function compress(bytes: Uint8Array): Promise<Uint8Array> {
  const known = packedBodies.get(bytes)
  if (known !== undefined) return known
  const packed = new Promise<Uint8Array>((resolve, reject) => {
    gzip(bytes, { level: constants.Z_BEST_SPEED }, (error, result) =>
      error === null ? resolve(result) : reject(error),
    )
  })
  packedBodies.set(bytes, packed)
  return packed
}
