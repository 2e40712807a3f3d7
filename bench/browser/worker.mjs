// Runs in a dedicated worker, which receives one job from the page and posts one result.
import { knownBody } from '#api/bodies/known-body.ts'
import { lazyRequest } from '#api/bodies/lazy-request.ts'
import { openIndexedDbLog } from '#indexeddb/indexeddb-log.ts'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { systemClock } from '../../src/api/system-clock.ts'
import { openBare, readAll } from './bare-disk.mjs'

const NAME = 'bench'
const path = '/api/v1/namespaces/default/configmaps'
const author = { actor: 'bench', verb: 'create', manager: 'bench' }
const encoder = new TextEncoder()

const configMap = (name, n) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: { group: `g${n % 10}`, app: 'bench' } },
  data: { value: String(n).padStart(860, 'x') },
})

/** Returns the bytes of an object as the server stores it. */
const storedBytes = (name, n) => {
  const { metadata, ...rest } = configMap(name, n)
  const system = { namespace: 'default', uid: crypto.randomUUID(), creationTimestamp: '2026-01-01T00:00:00Z' }
  return encoder.encode(JSON.stringify({ ...rest, metadata: { ...metadata, ...system } }))
}

/** Passes a request to the server as the wire does. */
const toRequest = (url, method, text) =>
  lazyRequest({
    method,
    url: new URL(url, location.origin).href,
    headers: new Headers(text === null ? {} : { 'content-type': 'application/json' }),
    body: text === null ? null : encoder.encode(text),
    signal: () => new AbortController().signal,
  })

async function openServer() {
  const log = await openIndexedDbLog({ name: NAME, clock: systemClock })
  const authenticator = authenticateAllAs(loopbackAdministrator, 'the bench')
  const server = await startOrchard({ log, clock: systemClock, authenticator, debug: false })
  return {
    log,
    fetch: (url, method = 'GET', text = null) => server.fetch(toRequest(url, method, text)),
    close: async () => {
      server.close()
      await log.close()
    },
  }
}

/** Runs `one(i)` for i below `count`, `inFlight` at a time; returns the rate per second. */
async function rate(count, inFlight, one) {
  let next = 0
  const start = performance.now()
  const run = async () => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: inFlight }, run))
  return count / ((performance.now() - start) / 1000)
}

/** Measures the bare disk before and after the server, to detect that the machine was slow meanwhile. */
async function creates({ inFlight, count }) {
  indexedDB.deleteDatabase(NAME)
  const bare = await openBare('bench-bare')
  const server = await openServer()
  let n = 0
  const entry = () => ({
    key: `/registry/configmaps/default/b-${(n += 1)}`,
    value: storedBytes(`b-${n}`, n),
    timeMs: 0,
    author,
  })
  const bareRate = async (fenced = false) => {
    const groups = Math.ceil(count / inFlight)
    const ready = Array.from({ length: groups }, () => Array.from({ length: inFlight }, entry))
    return (await rate(groups, 1, (i) => bare.write(ready[i], fenced))) * inFlight
  }
  const create = async (name, i) => {
    const body = JSON.stringify(configMap(name, i))
    const response = await server.fetch(path, 'POST', body)
    if (response.status !== 201) throw new Error(`create: ${response.status} ${await response.text()}`)
  }
  await rate(300, inFlight, (i) => create(`warm-${i}`, i))
  await bareRate()
  const before = await bareRate()
  const whole = await rate(count, inFlight, (i) => create(`c-${i}`, i))
  const fenced = await bareRate(true)
  const after = await bareRate()
  await server.close()
  bare.close()
  return { inFlight, bare: [before, after], fenced, whole }
}

/** Writes `count` objects to the log, in groups, as the server does. */
async function fill({ count }) {
  indexedDB.deleteDatabase(NAME)
  const server = await openServer()
  await rate(count, 512, (i) => {
    const name = `c-${String(i).padStart(6, '0')}`
    return server.log.append({
      key: `/registry/configmaps/default/${name}`,
      expected: 0,
      value: storedBytes(name, i),
      author,
    })
  })
  // Wait until the idle log has merged its segments, so that the start is measured on a merged log.
  await new Promise((resolve) => setTimeout(resolve, 4000))
  await server.close()
  return { count }
}

/** Measures the time from the start of this worker to the first responses. */
async function coldStart({ count }) {
  const scriptMs = performance.now()
  const server = await openServer()
  const openMs = performance.now()
  const first = await (await server.fetch(`${path}?limit=1`)).json()
  const firstAnswerMs = performance.now()
  const all = knownBody(await server.fetch(path))
  const listMs = performance.now() - firstAnswerMs
  await server.close()
  const bare = await readAll(NAME)
  if ((first.metadata.remainingItemCount ?? 0) < count - 1) throw new Error(`only ${JSON.stringify(first.metadata)}`)
  return { scriptMs, openMs: openMs - scriptMs, firstAnswerMs, listMs, listBytes: all.byteLength, bare }
}

const jobs = { creates, fill, coldStart }

self.onmessage = ({ data: { job, options } }) => {
  jobs[job](options).then(
    (result) => self.postMessage({ result }),
    (error) => self.postMessage({ error: String(error?.stack ?? error) }),
  )
}
