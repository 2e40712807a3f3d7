// Rows that the script of the reference lacks: strategic merge patches, and lists of 10,000 as a Table and as protobuf.
//   node bench/more-bench.mjs --base URL [--token T] [--objects 10000] [--json OUT]
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: {
    base: { type: 'string', default: '' },
    token: { type: 'string', default: '' },
    objects: { type: 'string', default: '10000' },
    json: { type: 'string', default: '' },
  },
})
const { Agent, request: startRequest } = options.base.startsWith('https:') ? https : http
const agent = new Agent({ keepAlive: true, maxSockets: 128, rejectUnauthorized: false })
const namespace = `more-${Math.random().toString(36).slice(2, 8)}`
const collection = `/api/v1/namespaces/${namespace}/configmaps`
const rows = {}

function send(method, path, { body, type = 'application/json', accept = 'application/json' } = {}) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      accept,
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(text && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    }
    const request = startRequest(new URL(path, options.base), { method, agent, headers }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        if (response.statusCode < 400) resolve(bytes)
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${bytes.toString().slice(0, 300)}`))
      })
    })
    request.on('error', reject).end(text)
  })
}

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]

async function measure(name, { count, inFlight }, one) {
  const times = []
  let next = 0
  const start = performance.now()
  const work = async () => {
    while (next < count) {
      const at = next++
      const began = performance.now()
      await one(at)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  const seconds = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  rows[name] = {
    perSecond: Math.round(count / seconds),
    p50ms: Number(quantile(times, 0.5).toFixed(2)),
    p99ms: Number(quantile(times, 0.99).toFixed(2)),
  }
}

const configMap = (at) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `map-${at}`, labels: { group: `g${at % 10}`, app: 'bench' } },
  data: { value: String(at).padStart(860, 'x') },
})
const deployment = (name, image) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image }] } },
  },
})
const table = 'application/json;as=Table;g=meta.orch.io;v=v1'
const protobuf = 'application/vnd.orch.protobuf'

await send('POST', '/api/v1/namespaces', {
  body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
})
const fill = { count: Number(options.objects), inFlight: 64 }
await measure('fill', fill, (at) => send('POST', collection, { body: configMap(at) }))
delete rows.fill
const sixteen = { count: 2000, inFlight: 16 }
await measure('strategic merge patch, 16 in flight', sixteen, (at) =>
  send('PATCH', `${collection}/map-${at}`, {
    body: { data: { more: `x${at}` } },
    type: 'application/strategic-merge-patch+json',
  }),
)
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`
const apply = (name, image) =>
  send('PATCH', `${deployments}/${name}?fieldManager=bench`, {
    body: deployment(name, image),
    type: 'application/apply-patch+yaml',
  })
await measure('apply of a new Deployment, 16 in flight', { count: 1000, inFlight: 16 }, (at) => apply(`d-${at}`, 'a'))
await measure('apply of a changed Deployment, 16 in flight', { count: 1000, inFlight: 16 }, (at) =>
  apply(`d-${at}`, 'b'),
)
await measure('list all as Table', { count: 8, inFlight: 1 }, () => send('GET', collection, { accept: table }))
await measure('list all as protobuf', { count: 8, inFlight: 1 }, () => send('GET', collection, { accept: protobuf }))
await measure('openapi: index, all built', { count: 20, inFlight: 1 }, () => send('GET', '/openapi/v3'))
if (options.json !== '') writeFileSync(options.json, `${JSON.stringify(rows, null, 1)}\n`)
else console.log(rows)
agent.destroy()
