// node bench/stalled-watchers.mjs --base URL [--token T] [--pid PID] [--watchers 2000] [--writers 8] [--seconds 8]
// Measures writes per second without watchers, then with watchers that never read, then without again; prints the ratio.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { parseArgs } from 'node:util'
import { startOrchard } from './orchard-process.mjs'

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    token: { type: 'string', default: '' },
    pid: { type: 'string', default: '' },
    watchers: { type: 'string', default: '2000' },
    writers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '8' },
    query: { type: 'string', default: '' },
    accept: { type: 'string', default: 'application/json' },
  },
})

/** Measures a running server once. */
export async function benchStalled({ base, token = '', pid = '', watchers, writers, seconds, query = '', accept }) {
  const url = new URL(base)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const authorization = token === '' ? {} : { authorization: `Bearer ${token}` }
  const send = (method, path, object) =>
    new Promise((resolve, reject) => {
      const body = object === undefined ? undefined : JSON.stringify(object)
      const headers = {
        ...authorization,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      const request = http.request(new URL(path, url), { method, agent, headers }, (answer) => {
        const chunks = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () =>
          answer.statusCode >= 400
            ? reject(new Error(`${method} ${path}: ${answer.statusCode}`))
            : resolve(Buffer.concat(chunks)),
        )
      })
      request.on('error', reject).end(body)
    })
  const namespace = `stalled-${Math.random().toString(36).slice(2, 8)}`
  const at = (name = '') => `/api/v1/namespaces/${namespace}/configmaps${name && `/${name}`}`
  const map = (name, n) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { value: String(n).padStart(1700, 'x') },
  })
  const rss = () =>
    pid === '' ? 0 : Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  let n = 0
  /** Writes for `forMs`, sequentially in each writer; returns writes per second and the times of single writes. */
  const write = async (forMs) => {
    const start = performance.now()
    const times = []
    const one = async (writer) => {
      while (performance.now() - start < forMs) {
        const from = performance.now()
        await send('PUT', at(`w${writer}`), map(`w${writer}`, n++))
        times.push(performance.now() - from)
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => one(writer)))
    times.sort((a, b) => a - b)
    const elapsed = (performance.now() - start) / 1000
    return {
      rate: Math.round(times.length / elapsed),
      p50: times[times.length >> 1],
      p99: times[Math.floor(times.length * 0.99)],
    }
  }
  await send('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  for (let writer = 0; writer < writers; writer++) await send('POST', at(), map(`w${writer}`, 0))
  await write(2000)
  const before = await write((seconds * 1000) / 2)
  const version = JSON.parse(await send('GET', `${at()}?limit=1`)).metadata.resourceVersion
  const sockets = []
  const rssBefore = rss()
  const open = () =>
    new Promise((resolve, reject) => {
      const socket = net.connect(Number(url.port), url.hostname)
      const head = [
        `GET ${at()}?watch=1&resourceVersion=${version}${query} HTTP/1.1`,
        `Host: ${url.host}`,
        `Accept: ${accept}`,
        ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
      ]
      socket.on('connect', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
      socket.once('data', (head) => {
        socket.pause()
        if (head.subarray(0, 12).toString() === 'HTTP/1.1 200') resolve()
        else reject(new Error(`the watch was refused: ${head}`))
      })
      socket.on('error', reject)
      sockets.push(socket)
    })
  for (let opened = 0; opened < watchers; opened += 50)
    await Promise.all(Array.from({ length: Math.min(50, watchers - opened) }, open))
  const rssOpen = rss()
  const windows = []
  let rssMax = 0
  for (let at = 0; at < seconds; at += 2) {
    windows.push(await write(2000))
    rssMax = Math.max(rssMax, rss())
  }
  const beside = windows.reduce((sum, { rate }) => sum + rate, 0) / windows.length
  // A closed watch ends with the last chunk of its response, or with its connection.
  const cut = new Set()
  for (const socket of sockets) {
    socket.removeAllListeners('error')
    socket
      .on('error', () => cut.add(socket))
      .on('data', (chunk) => chunk.subarray(-5).toString() === '0\r\n\r\n' && cut.add(socket))
      .resume()
  }
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const cutCount = cut.size
  for (const socket of sockets) socket.destroy()
  const after = await write((seconds * 1000) / 2)
  agent.destroy()
  return {
    before: before.rate,
    windows: windows.map(({ rate, p50, p99 }) => `${rate} (${p50.toFixed(1)}/${p99.toFixed(1)} ms)`),
    after: after.rate,
    ratio: +(beside / ((before.rate + after.rate) / 2)).toFixed(2),
    cut: cutCount,
    rss: { before: Math.round(rssBefore), open: Math.round(rssOpen), max: Math.round(rssMax) },
  }
}

/** Runs the measurement against a new server; returns rows for `npm run bench`. */
export async function benchStalledRows({ port, watchers = 2000, writers = 8, seconds = 20 }) {
  const server = await startOrchard({ port })
  const run = (count) =>
    benchStalled({
      base: server.base,
      pid: String(server.pid),
      watchers: count,
      writers,
      seconds,
      accept: 'application/json',
    })
  try {
    const measured = await run(watchers)
    const { ratio, cut, rss, before, after } = measured
    const rows = [
      ['writes per second without them', String(Math.round((before + after) / 2)), ''],
      ['ratio of writes beside them', ratio.toFixed(2), '>= 0.80'],
      ['watches cut', String(cut), String(watchers)],
      ['memory, history of the writes included', `${rss.max - rss.before} MiB`, ''],
    ]
    return { ...measured, rows }
  } finally {
    await server.stop()
  }
}

if (values.base !== undefined) {
  const result = await benchStalled({
    ...values,
    watchers: Number(values.watchers),
    writers: Number(values.writers),
    seconds: Number(values.seconds),
  })
  console.log(JSON.stringify(result, null, 1))
}
