import { expect, test } from 'vitest'
import { bytesResponse } from '#api/bodies/known-body.ts'
import type { AnswerWriter } from './exchange.ts'
import { sendResponse } from './send-response.ts'

const gone = { isDestroyed: () => true } as AnswerWriter

test('[TLS5] a document whose client has gone is dropped without a copy of its bytes', async () => {
  const response = bytesResponse(new Uint8Array(1024), { headers: { 'content-type': 'application/json' } })
  let copies = 0
  Object.defineProperty(response, 'body', {
    get: () => {
      copies += 1
      return null
    },
  })
  await sendResponse(gone, response, { method: 'GET', gzip: false })
  expect(copies).toBe(0)
})

test('[ND2] a stream whose client has gone is cancelled', async () => {
  let reason: unknown = null
  const body = new ReadableStream({ cancel: (why) => void (reason = why ?? 'cancelled') })
  await sendResponse(gone, new Response(body), { method: 'GET', gzip: false })
  expect(reason).toBe('cancelled')
})
