import type { Writable } from 'node:stream'

/** Resolves when `out` can take more data, or is closed. */
export const waitForDrain = (out: Pick<Writable, 'once' | 'off'>): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      out.off('drain', done)
      out.off('close', done)
      resolve()
    }
    out.once('drain', done)
    out.once('close', done)
  })
