import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

const bytes = new TextEncoder().encode('{"kind":"ConfigMap"}')
const context = (request: object) => ({ request, outcome: { bytesIn: 0 } }) as Parameters<typeof readBody>[0]

/** The stream of Safari: it has a reader, and no async iterator. */
const readerOnly = (chunks: readonly Uint8Array[]) => ({
  getReader: () => {
    const left = [...chunks]
    return {
      read: () => {
        const value = left.shift()
        return Promise.resolve(value === undefined ? { done: true } : { done: false, value })
      },
      cancel: () => Promise.resolve(),
    }
  },
})

test('[RQ12] a body is read where streams have only a reader', async () => {
  const request = { body: readerOnly([bytes.slice(0, 5), bytes.slice(5)]) }
  expect(await readBody(context(request))).toEqual(bytes)
})

test('[RQ12] a body is read where requests have no body property', async () => {
  const request = { arrayBuffer: () => Promise.resolve(bytes.buffer) }
  expect(await readBody(context(request))).toEqual(bytes)
})

test('[RQ12] [RQ7] a body over the limit is refused in each of these ways', async () => {
  const large = new Uint8Array(3 * 1024 * 1024 + 1)
  const refused = { reason: 'RequestEntityTooLarge' }
  await expect(readBody(context({ body: readerOnly([large]) }))).rejects.toMatchObject(refused)
  await expect(readBody(context({ arrayBuffer: () => Promise.resolve(large.buffer) }))).rejects.toMatchObject(refused)
})
