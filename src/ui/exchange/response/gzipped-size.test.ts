import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gzippedSize } from './gzipped-size.ts'

test('[RC19] the size with gzip is that of the packed bytes, for texts and for bytes', async () => {
  const text = JSON.stringify({ items: Array.from({ length: 200 }, (_, at) => ({ name: `item-${at}` })) })
  const bytes = new Uint8Array(new TextEncoder().encode(text))
  const size = await gzippedSize(text)
  expect(size).toBe(await gzippedSize(bytes))
  expect(Math.abs(size - gzipSync(text).byteLength)).toBeLessThan(40)
  expect(gunzipSync(gzipSync(text)).byteLength).toBe(bytes.byteLength)
  // Text that is shorter than gzip's own header becomes longer.
  expect(await gzippedSize('{}')).toBeGreaterThan(2)
})
