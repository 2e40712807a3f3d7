import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type HttpHost, listen } from '#node/http/http-host.ts'
import { configMaps, type TrialServer } from '#semantics/trial-server.ts'
import type { Probe } from './hostile-probes.ts'

/** Sends to the server that listens at a port. Returns `''` if what must hold holds, else what was seen. */
type SocketProbe = (port: number) => Promise<string>

/** Serves the server of a probe over HTTP while the probe runs. */
const listening =
  (probe: SocketProbe): Probe =>
  async (server) => {
    const host = await hostOf(server)
    try {
      return await probe(host.address.port)
    } finally {
      await host.close(0)
    }
  }

const hostOf = ({ server }: TrialServer): Promise<HttpHost> =>
  listen({ handle: (request) => server.fetch(request), host: '127.0.0.1', port: 0, report: () => undefined })

/** No probe waits longer for an answer. */
const WAIT_MS = 20_000

interface Talk {
  readonly socket: Socket
  /** Returns everything that the server sent before it closed the connection. */
  readonly answer: () => Promise<string>
  readonly soFar: () => string
}

function talk(port: number): Talk {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => void (text += chunk))
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => resolve()))
  return {
    socket,
    soFar: () => text,
    async answer() {
      await Promise.race([closed, delay(WAIT_MS, undefined, { ref: false })])
      socket.destroy()
      return text
    },
  }
}

async function ask(port: number, text: string): Promise<string> {
  const { socket, answer } = talk(port)
  socket.write(text)
  return answer()
}

const statusOf = (answer: string): string => /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'no answer'

const oneOf = (answer: string, ...wanted: readonly string[]): string =>
  wanted.includes(statusOf(answer)) ? '' : `expected ${wanted.join(' or ')}, got ${answer.slice(0, 200)}`

const head = (line: string, ...headers: readonly string[]): string =>
  `${[`${line} HTTP/1.1`, 'Host: h', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`

const json = 'Content-Type: application/json'

async function bodies(port: number): Promise<string> {
  const post = (length: number): Promise<string> => {
    const start = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"'
    const body = `${start}${'x'.repeat(length - start.length - 3)}"}}`
    return ask(port, head(`POST ${configMaps}`, json, `Content-Length: ${body.length}`) + body)
  }
  // 3 MiB of a body are read; an object of that size is refused by its own rules.
  return (
    oneOf(await post(1_000_000), '201') || oneOf(await post(3_145_728), '422') || oneOf(await post(3_145_729), '413')
  )
}

/** A body without a length is refused at the limit: the server neither reads nor keeps the rest. */
async function chunked(port: number): Promise<string> {
  const { socket, answer, soFar } = talk(port)
  socket.write(head(`POST ${configMaps}`, json, 'Transfer-Encoding: chunked'))
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
  let sent = 0
  while (sent < 100 * 1024 * 1024 && soFar() === '' && !socket.destroyed) {
    sent += 65_536
    socket.write(chunk)
    while (socket.writableNeedDrain && !socket.destroyed && soFar() === '') await delay(1)
  }
  return oneOf(await answer(), '413') || (sent < 64 * 1024 * 1024 ? '' : `${sent} bytes were taken`)
}

/** As in the reference, a request's head may be long, but not endlessly. */
async function longTarget(port: number): Promise<string> {
  const [long, endless] = [65_536, 2_000_000].map((length) => head(`GET /api?${'a'.repeat(length)}`))
  return (
    oneOf(await ask(port, long ?? ''), '200', '400', '414', '431') ||
    oneOf(await ask(port, endless ?? ''), '414', '431')
  )
}

async function lyingLength(port: number): Promise<string> {
  const { socket } = talk(port)
  socket.write(`${head(`POST ${configMaps}`, json, 'Content-Length: 1000')}{"half":`)
  socket.end()
  await delay(20)
  socket.destroy()
  return oneOf(await ask(port, head(`GET ${configMaps}/a`)), '404')
}

async function pipelined(port: number): Promise<string> {
  const paths = Array.from({ length: 100 }, (_, at) => `${configMaps}/n${at}`)
  const requests = paths.map((path, at) => (at < 99 ? `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n` : head(`GET ${path}`)))
  const answer = await ask(port, requests.join(''))
  const names = [...answer.matchAll(/"name":"(n\d+)"/g)].map(([, name]) => name)
  return names.join() === paths.map((path) => path.split('/').at(-1)).join() ? '' : `answered ${names.join()}`
}

/** A header that the client names as one of the connection gives no identity. */
async function hopByHop(port: number): Promise<string> {
  const review = '{"apiVersion":"authentication.orch.io/v1","kind":"SelfSubjectReview"}'
  const line = 'POST /apis/authentication.orch.io/v1/selfsubjectreviews'
  const answer = await ask(
    port,
    `${`${line} HTTP/1.1\r\nHost: h\r\nConnection: close, x-remote-user\r\nX-Remote-User: intruder\r\n`}${json}\r\nContent-Length: ${review.length}\r\n\r\n${review}`,
  )
  return oneOf(answer, '201') || (answer.includes('intruder') ? 'the header was believed' : '')
}

async function foreignOrigin(port: number): Promise<string> {
  const answer = await ask(port, head(`GET ${configMaps}`, 'Origin: https://evil.example.test', 'Cookie: a=b'))
  return /^access-control-allow-origin:/im.test(answer) ? 'another origin may read' : ''
}

/** Probes about bytes on a socket. */
export const socketProbes: ReadonlyMap<string, Probe> = new Map(
  (
    [
      ['body-3MiB-1', bodies],
      ['body-100MiB-chunked', chunked],
      ['body-cl-lies', lyingLength],
      ['url-64k', longTarget],
      ['http-space-colon', async (port) => oneOf(await ask(port, 'GET /api HTTP/1.1\r\nHost : x\r\n\r\n'), '400')],
      ['http-hop', hopByHop],
      ['http-abs-uri', async (port) => oneOf(await ask(port, head('GET http://evil.example.test/api')), '200')],
      ['http-trace', async (port) => oneOf(await ask(port, head(`TRACE ${configMaps}`)), '405')],
      ['http-options-cors', foreignOrigin],
      ['http-keepalive-pipeline', pipelined],
    ] satisfies readonly (readonly [string, SocketProbe])[]
  ).map(([id, probe]) => [id, listening(probe)]),
)
