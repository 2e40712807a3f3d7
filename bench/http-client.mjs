// A client with kept connections for scripts that load a server.
import http from 'node:http'

/** Returns functions that send to `base` with `token`; an answer of 400 and above is an error. */
export function createClient({ base, token }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 128 })
  const send = (method, path, { body, type = 'application/json' } = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${token}`,
        ...(text && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
      }
      const request = http.request(new URL(path, base), { method, agent, headers }, (answer) => {
        const chunks = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks)
          if (answer.statusCode < 400) resolve(bytes)
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${bytes.toString().slice(0, 300)}`))
        })
      })
      request.on('error', reject).end(text)
    })
  return { send, close: () => agent.destroy() }
}

/** Runs `one` for 0 to `count` - 1, up to `inFlight` at the same time. */
export async function repeat(count, inFlight, one) {
  let next = 0
  const work = async () => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, work))
}
