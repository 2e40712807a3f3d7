import { constants, gzip } from 'node:zlib'

/** Answers from this size on are compressed when the client asks. [ND5] */
const GZIP_BYTES_MIN = 128 * 1024

/** Whether the list names `gzip` just so; weights are not read, as in the reference. */
export const asksForGzip = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && acceptEncoding.split(',').some((token) => token.trim() === 'gzip')

/** Whether an answer of so many bytes, with these headers, is worth it. */
export const isCompressible = (headers: Headers, bytes: number): boolean =>
  bytes >= GZIP_BYTES_MIN && !headers.has('content-encoding')

/** Off the main thread; speed before size. */
export const compress = (bytes: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    gzip(bytes, { level: constants.Z_BEST_SPEED }, (error, packed) =>
      error === null ? resolve(packed) : reject(error),
    )
  })
