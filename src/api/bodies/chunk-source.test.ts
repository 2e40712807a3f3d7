import { expect, test } from 'vitest'
import { type ChunkSource, streamOf } from './chunk-source.ts'

test('[WI3] a source that ends while pieces are taken from it closes its stream once', async () => {
  const source: ChunkSource = {
    state: 'open',
    pace: 'unseen',
    onReady: () => undefined,
    take() {
      // The end comes while the reader asks for more, and is announced at once.
      if (source.state === 'open') {
        Object.assign(source, { state: 'ended' })
        source.onReady()
      }
      return []
    },
    cancel: () => undefined,
  }

  const read = await streamOf(source).getReader().read()

  expect(read.done).toBe(true)
})
