// The least that a server on this platform can do for the work of reference/bench.mjs and reference/fan-out.mjs: node:http, one parse and one
// stringify per write, prepared bytes for reads, one prepared chunk per event. With --data FILE, writes are answered after a group commit (fsync).
// No validation, ownership, access control or history: no server is faster here, so the bench prints shares of this.
//   node bench/floor-server.mjs --port N [--data FILE]
import { closeSync, fsync, openSync, write } from 'node:fs'
import http from 'node:http'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: { port: { type: 'string', default: '8106' }, data: { type: 'string', default: '' } },
})
/** The encoded objects by name. */
const objects = new Map()
const watchers = new Set()
let revision = 0
let collection = null

// One write and one fsync for all writes that arrived meanwhile.
const file = options.data === '' ? null : openSync(options.data, 'a')
let waiting = []
let isSyncing = false
function commit(bytes, done) {
  if (file === null) return done()
  waiting.push({ bytes, done })
  if (!isSyncing) sync()
}
function sync() {
  const group = waiting
  waiting = []
  isSyncing = group.length > 0
  if (!isSyncing) return
  write(file, Buffer.concat(group.map(({ bytes }) => bytes)), (failed) => {
    if (failed) throw failed
    fsync(file, (unsynced) => {
      if (unsynced) throw unsynced
      for (const { done } of group) done()
      sync()
    })
  })
}

function answer(response, bytes, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.end(bytes)
}

function store(response, name, object) {
  revision += 1
  object.metadata.uid = '00000000-0000-0000-0000-000000000000'
  object.metadata.resourceVersion = String(revision)
  const bytes = Buffer.from(JSON.stringify(object))
  commit(bytes, () => {
    objects.set(name, bytes)
    collection = null
    if (watchers.size > 0) {
      const event = Buffer.concat([Buffer.from('{"type":"MODIFIED","object":'), bytes, Buffer.from('}\n')])
      const chunk = Buffer.concat([Buffer.from(`${event.length.toString(16)}\r\n`), event, Buffer.from('\r\n')])
      for (const socket of watchers) socket.write(chunk)
    }
    answer(response, bytes, 201)
  })
}

function listOf(encoded, next) {
  const parts = [Buffer.from(`{"metadata":{"resourceVersion":"${revision}","continue":"${next}"},"items":[`)]
  for (const [at, bytes] of encoded.entries()) parts.push(Buffer.from(at === 0 ? '' : ','), bytes)
  return Buffer.concat([...parts, Buffer.from(']}\n')])
}

function list(request, response, query) {
  if (query.has('watch')) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.flushHeaders()
    watchers.add(response.socket)
    return request.socket.on('close', () => watchers.delete(request.socket))
  }
  const limit = Number(query.get('limit') ?? 0)
  if (query.get('labelSelector') !== null)
    return answer(response, listOf([...objects.values()].slice(0, objects.size / 10), ''))
  if (limit === 0) return answer(response, (collection ??= listOf([...objects.values()], '')))
  const start = Number(query.get('continue') ?? 0)
  const page = [...objects.values()].slice(start, start + limit)
  return answer(response, listOf(page, start + limit < objects.size ? String(start + limit) : ''))
}

function change(request, response, name) {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString())
    if (request.method !== 'PATCH') return store(response, name ?? body.metadata.name, body)
    const live = JSON.parse(objects.get(name).toString())
    store(response, name, { ...live, ...body, metadata: live.metadata, data: { ...live.data, ...body.data } })
  })
}

const server = http.createServer((request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const name = path.split('/configmaps/')[1]
  if (request.method === 'GET' && name !== undefined) answer(response, objects.get(name))
  else if (request.method === 'GET' && path.endsWith('/configmaps')) list(request, response, new URLSearchParams(query))
  else if (request.method === 'GET') answer(response, Buffer.from('ok'))
  else if (request.method === 'DELETE') {
    const bytes = objects.get(name)
    commit(bytes, () => {
      objects.delete(name)
      collection = null
      answer(response, bytes)
    })
  } else change(request, response, name)
})
server.listen(Number(options.port), '127.0.0.1')
process.on('SIGTERM', () => {
  if (file !== null) closeSync(file)
  process.exit(0)
})
