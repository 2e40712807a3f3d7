import { request as openRequest } from 'node:https'
import { Readable } from 'node:stream'
import type { OutboundFetch } from '#api/outbound-fetch.ts'

/**
 * How a server in Node reaches others: by the platform's `fetch`, and where certificates of one's own are to be believed
 * by `node:https`, which can be told so. Follows no redirect.
 */
export const outboundFetch: OutboundFetch = async (request, { caBundle } = {}) => {
  if (caBundle === undefined || caBundle === '') return fetch(request)
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = { ...Object.fromEntries(request.headers), 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const call = openRequest(
      request.url,
      { method: request.method, headers, ca: caBundle, signal: request.signal, agent: false },
      (answer) => {
        const { statusCode = 0, headers: answered } = answer
        const known = Object.entries(answered).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' ? [[name, value]] : [],
        )
        const bodiless = statusCode === 204 || statusCode === 304
        const stream = bodiless ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>)
        resolve(new Response(stream, { status: statusCode, headers: known }))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
