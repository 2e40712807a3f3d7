// Measures creates, consistent gets and consistent lists through the log on etcd and through `orchard serve`, each against bare
// calls of the same etcd in the same run: transactions for creates, linearizable ranges for reads. A create is also measured
// against what a log on etcd cannot beat: the transaction, and its event by a watch, as any host must learn of it. Rounds
// alternate.
import http from 'node:http'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findEtcd } from '../src/tools/etcd/find-etcd.mjs'
import { memberFlags } from '../src/tools/etcd/member-flags.mjs'
import { importBundled } from '../src/tools/import-bundled.mjs'
import { startOrchard } from './orchard-process.mjs'

const IN_FLIGHT = [1, 16, 64]
const ROUNDS = 3
/** The time of each round of a row. */
const ROUND_MS = 1_000
const LISTED = 500
const padding = 'x'.repeat(1_000)
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

/** Returns two free ports. Both are held until the second is known, because a closed one may be given again. */
async function freePorts() {
  const servers = [createServer(), createServer()].map((server) => server.listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => server.address().port)
  for (const server of servers) server.close()
  await Promise.all(servers.map((server) => once(server, 'close')))
  return ports
}

/** Starts one member without syncs to disk, which would be the same on both sides of each ratio. */
async function startMember(folder) {
  const [client, peer] = (await freePorts()).map((port) => `http://127.0.0.1:${port}`)
  const flags = memberFlags({ folder: join(folder, 'etcd'), client, peer, cluster: `default=${peer}` })
  const child = spawn(findEtcd(), flags, { stdio: ['ignore', 'ignore', 'inherit'] })
  const isHealthy = () =>
    fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isHealthy())) {
    if (child.exitCode !== null) throw new Error(`etcd ended with ${child.exitCode}`)
    await sleep(25)
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { url: client, stop }
}

/** Calls `run` for a round with so many calls in flight, and returns calls per second. */
async function rateOf(run, inFlight) {
  const began = performance.now()
  let count = 0
  const lane = async () => {
    while (performance.now() - began < ROUND_MS) {
      await run()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return (count * 1_000) / (performance.now() - began)
}

/** Sends requests on kept connections; reads each body to its end. */
function caller(base) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const call = (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      const request = http.request(base + path, { method, agent, headers }, (response) => {
        response.resume()
        response.once('end', () =>
          response.statusCode < 300 ? resolve() : reject(new Error(`${method} ${path}: ${response.statusCode}`)),
        )
      })
      request.once('error', reject)
      request.end(body)
    })
  return { call, close: () => agent.destroy() }
}

const configMap = (name) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { padding } })

/** The calls of etcd itself, by the client that Orchard uses. */
function bareCalls({ EtcdClient, EtcdConnection, prefixRange }, url) {
  const client = new EtcdClient(new EtcdConnection({ endpoints: [url] }))
  const value = new TextEncoder().encode(configMap('some-name'))
  let next = 0
  const put = (key) =>
    client.transact({
      compare: [{ target: 'mod', key, equals: 0 }],
      success: [{ type: 'put', key, value }],
      failure: [{ type: 'range', key }],
    })
  return {
    fill: () => Promise.all(Array.from({ length: LISTED }, (_, at) => put(`/bare/listed/${at}`))),
    create: () => put(`/bare/new/${(next += 1)}`),
    get: () => client.range({ key: '/bare/listed/7' }),
    list: () => client.range(prefixRange('/bare/listed/')),
    close: () => client.close(),
  }
}

/** A bare transaction whose caller waits until a watch of the prefix has delivered its event. */
function watchedCalls({ EtcdClient, EtcdConnection, prefixRange }, url) {
  const client = new EtcdClient(new EtcdConnection({ endpoints: [url] }))
  const value = new TextEncoder().encode(configMap('some-name'))
  const waiting = new Map()
  const watch = client.openWatch({
    onMessage: ({ events }) => {
      for (const { kv } of events) {
        waiting.get(kv.key)?.()
        waiting.delete(kv.key)
      }
    },
    onEnd: (error) => console.error(error),
  })
  let next = 0
  const put = async (key) => {
    const seen = new Promise((resolve) => waiting.set(key, resolve))
    await client.transact({
      compare: [{ target: 'mod', key, equals: 0 }],
      success: [{ type: 'put', key, value }],
      failure: [],
    })
    await seen
  }
  return {
    async fill() {
      watch.watch({ ...prefixRange('/watched/'), startRevision: 0, watchId: 1 })
      await put('/watched/first')
    },
    create: () => put(`/watched/new/${(next += 1)}`),
    async close() {
      watch.close()
      client.close()
    },
  }
}

async function logCalls({ openEtcdLog, systemClock }, url) {
  const log = await openEtcdLog({
    endpoints: [url],
    prefix: '/bench-log',
    vocabulary: 'orch',
    compactEveryMs: 0,
    clock: systemClock,
    warn: console.error,
  })
  const value = new TextEncoder().encode(configMap('some-name'))
  const author = { actor: 'bench', verb: 'create', manager: 'bench' }
  let next = 0
  const write = (key) => log.append({ key, expected: 0, value, author })
  return {
    fill: () => Promise.all(Array.from({ length: LISTED }, (_, at) => write(`/registry/listed/${at}`))),
    create: () => write(`/registry/new/${(next += 1)}`),
    async get() {
      await log.catchUp()
      return log.get('/registry/listed/7')
    },
    async list() {
      await log.catchUp()
      return log.range({ start: '/registry/listed/', end: '/registry/listed0' })
    },
    close: () => log.close(),
  }
}

async function hostCalls(port, url) {
  const server = await startOrchard({ port, etcd: url })
  const { call, close } = caller(server.base)
  let next = 0
  const create = (place, name) =>
    call('POST', `/api/v1/namespaces/${place}/configmaps`, configMap(name).replace('"default"', `"${place}"`))
  return {
    async fill() {
      await call(
        'POST',
        '/api/v1/namespaces',
        JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } }),
      )
      await Promise.all(Array.from({ length: LISTED }, (_, at) => create('default', `listed-${at}`)))
    },
    create: () => create('new', `new-${(next += 1)}`),
    get: () => call('GET', `${CONFIG_MAPS}/listed-7`),
    list: () => call('GET', CONFIG_MAPS),
    async close() {
      close()
      await server.stop()
    },
  }
}

/**
 * Returns rows: calls per second of etcd, of a watched transaction, of the log and of a whole host, and the ratios of the
 * latter two to the first two.
 */
async function rowsOf(calls) {
  const rows = []
  for (const verb of ['create', 'get', 'list'])
    for (const inFlight of IN_FLIGHT) {
      const best = calls.map(() => 0)
      for (let round = 0; round <= ROUNDS; round++)
        for (const [at, each] of calls.entries()) {
          if (each[verb] === undefined) continue
          const rate = await rateOf(each[verb], inFlight)
          // The first round warms up.
          if (round > 0) best[at] = Math.max(best[at], rate)
        }
      const [bare, watched, log, host] = best
      const title = verb === 'list' ? `list of ${LISTED}` : verb
      rows.push([
        `${title}, ${inFlight} in flight`,
        ...best.map((rate) => (rate === 0 ? '-' : `${Math.round(rate)} /s`)),
        (log / bare).toFixed(2),
        watched === 0 ? '-' : (log / watched).toFixed(2),
        (host / bare).toFixed(2),
      ])
    }
  return rows
}

/** Measures one member, one log and one host on it. */
export async function benchEtcd({ port }) {
  if (findEtcd() === '') throw new Error('there is no etcd for this bench: run node src/tools/etcd/find-etcd.mjs')
  const parts = await importBundled('bench/etcd-entry.mjs', 'bench-etcd')
  const folder = mkdtempSync(join(tmpdir(), 'orchard-bench-etcd-'))
  const member = await startMember(folder)
  const calls = [
    bareCalls(parts, member.url),
    watchedCalls(parts, member.url),
    await logCalls(parts, member.url),
    await hostCalls(port, member.url),
  ]
  try {
    for (const each of calls) await each.fill()
    return { rows: await rowsOf(calls) }
  } finally {
    for (const each of calls) await each.close()
    await member.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
