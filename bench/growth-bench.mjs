// Measures how the cost of requests grows with the number of objects, watchers, namespaces and definitions. Costs are
// CPU times of the server's process, so that other load on the machine disturbs them less than elapsed times.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, repeat } from './http-client.mjs'
import { benchToken, startOrchard } from './orchard-process.mjs'
import { cpuMicroseconds, residentBytes } from './process-usage.mjs'

const READY_MS_MAX = 120_000
const core = (namespace) => `/api/v1/namespaces/${namespace}/configmaps`
/** One object in a hundred has the label of the selective list. */
const configMap = (at) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `map-${at}`, labels: { app: 'bench', share: at % 100 === 0 ? 'few' : 'most' } },
  data: { value: String(at).padStart(200, 'x') },
})

/** Starts a server with a log on disk; `run` receives it with a client and a meter. */
async function withServer(port, run) {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-growth-'))
  const tokenFile = join(folder, 'tokens.csv')
  writeFileSync(tokenFile, `${benchToken},bench,1,system:masters\n`)
  const start = () => startOrchard({ port, data: join(folder, 'data'), tokenFile, readyMsMax: READY_MS_MAX })
  const state = { server: await start() }
  const client = createClient({ base: state.server.base, token: benchToken })
  const bench = {
    ...client,
    port,
    residentBytes: () => residentBytes(state.server.pid),
    /** Returns microseconds of CPU for each of `count` calls. */
    async cost(count, inFlight, one) {
      const before = cpuMicroseconds(state.server.pid)
      await repeat(count, inFlight, one)
      return (cpuMicroseconds(state.server.pid) - before) / count
    },
    /** Stops the server, starts it on the same data and returns the CPU time until it was ready, in microseconds. */
    async restart() {
      await state.server.stop()
      state.server = await start()
      return cpuMicroseconds(state.server.pid)
    },
  }
  try {
    return await run(bench)
  } finally {
    client.close()
    await state.server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const addNamespace = ({ send }, name) =>
  send('POST', '/api/v1/namespaces', { body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } })

/** Opens watches that read everything; resolves when each has its head. Returns how to close them. */
async function openWatches({ send, port }, count, path) {
  const { metadata } = JSON.parse(await send('GET', `${path}?limit=1`))
  const sockets = []
  await repeat(count, 50, async () => {
    const socket = net.connect(port, '127.0.0.1')
    sockets.push(socket)
    const head = [`GET ${path}?watch=1&resourceVersion=${metadata.resourceVersion} HTTP/1.1`, 'Host: localhost']
    socket.write(`${[...head, `Authorization: Bearer ${benchToken}`].join('\r\n')}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(`the watch was refused: ${answer}`)
    socket.resume()
  })
  return () => sockets.forEach((socket) => socket.destroy())
}

/** Costs of single requests beside `count` objects. */
async function costsBeside(bench, count) {
  const { send, cost } = bench
  const path = core('growth')
  const get = await cost(3000, 16, (at) => send('GET', `${path}/map-${(at * 7919) % count}`))
  const create = await cost(1000, 16, (at) =>
    send('POST', path, { body: { ...configMap(at), metadata: { name: `more-${count}-${at}` } } }),
  )
  const few = await cost(10, 1, () => send('GET', `${path}?labelSelector=share%3Dfew`))
  const page = await cost(20, 1, () => send('GET', `${path}?limit=500`))
  const watch = await cost(20, 1, async () => (await openWatches(bench, 1, path))())
  return {
    get,
    create,
    'label list, per object of the collection': few / count,
    'page of 500': page,
    'watch start': watch,
  }
}

const growthOfObjects = (sizes, port) =>
  withServer(port, async (bench) => {
    await addNamespace(bench, 'growth')
    // Compiles the common paths before anything is measured.
    await repeat(2000, 16, (at) => bench.send('POST', core('default'), { body: configMap(at) }))
    const empty = bench.residentBytes()
    const columns = {}
    let filled = 0
    for (const size of sizes) {
      await repeat(size - filled, 64, (at) => bench.send('POST', core('growth'), { body: configMap(filled + at) }))
      filled = size
      const costs = await costsBeside(bench, size)
      const memory = (bench.residentBytes() - empty) / size
      columns[size] = {
        ...costs,
        'memory per object, bytes': memory,
        'cold start, per object': (await bench.restart()) / size,
      }
    }
    return columns
  })

const growthOfWatchers = (sizes, port) =>
  withServer(port, async (bench) => {
    const columns = {}
    await bench.send('POST', core('default'), { body: configMap(0) })
    for (const size of sizes) {
      const close = await openWatches(bench, size, core('default'))
      const write = await bench.cost(Math.max(20, 20_000 / size), 4, (at) =>
        bench.send('PUT', `${core('default')}/map-0`, { body: { ...configMap(at), metadata: { name: 'map-0' } } }),
      )
      columns[size] = { write, 'write, per watcher': write / size }
      close()
    }
    return columns
  })

const growthOfNamespaces = async (sizes, port) => {
  const columns = {}
  for (const size of sizes)
    columns[size] = await withServer(port, async (bench) => {
      const { send, cost } = bench
      const path = (at) => core(`n-${at % size}`)
      for (let at = 0; at < size; at++) await addNamespace(bench, `n-${at}`)
      await repeat(10_000, 64, (at) => send('POST', path(at), { body: configMap(at) }))
      return {
        get: await cost(3000, 16, (at) => send('GET', `${path(at)}/map-${at}`)),
        create: await cost(1000, 16, (at) => send('POST', path(at), { body: configMap(10_000 + at) })),
        'list of all namespaces, per object': (await cost(5, 1, () => send('GET', '/api/v1/configmaps'))) / 11_000,
      }
    })
  return columns
}

const definition = (at) => ({
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things${at}.growth.example` },
  spec: {
    group: 'growth.example',
    scope: 'Namespaced',
    names: { plural: `things${at}`, singular: `thing${at}`, kind: `Thing${at}`, listKind: `Thing${at}List` },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { size: { type: 'integer' }, color: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
})
const thing = (at) => ({
  apiVersion: 'growth.example/v1',
  kind: 'Thing0',
  metadata: { name: `thing-${at}` },
  spec: { size: at, color: 'green' },
})

/** Resolves when discovery lists a resource of the group, which is absent until its first definition is established. */
async function untilServed(send, plural) {
  const isServed = async () => {
    const { groups } = JSON.parse(await send('GET', '/apis'))
    if (!groups.some(({ name }) => name === 'growth.example')) return false
    const { resources } = JSON.parse(await send('GET', '/apis/growth.example/v1'))
    return resources.some(({ name }) => name === plural)
  }
  while (!(await isServed())) await sleep(100)
}

const growthOfDefinitions = (sizes, port) =>
  withServer(port, async (bench) => {
    const { send, cost } = bench
    const things = '/apis/growth.example/v1/namespaces/default/things0'
    const columns = {}
    let defined = 0
    for (const size of sizes) {
      const define = await cost(size - defined, 4, (at) =>
        send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', { body: definition(defined + at) }),
      )
      defined = size
      await untilServed(send, `things${size - 1}`)
      columns[size] = {
        'create a definition': define,
        'create an object': await cost(1000, 16, (at) => send('POST', things, { body: thing(size * 1000 + at) })),
        'get an object': await cost(2000, 16, (at) => send('GET', `${things}/thing-${size * 1000 + (at % 1000)}`)),
        'create a ConfigMap': await cost(1000, 16, (at) =>
          send('POST', core('default'), { body: configMap(size * 1000 + at) }),
        ),
        'discovery of the group, per definition':
          (await cost(20, 1, () => send('GET', '/apis/growth.example/v1'))) / size,
        'cold start': await bench.restart(),
      }
    }
    return columns
  })

/** Formats microseconds, bytes and their like with three digits. */
const shown = (value) => (value >= 100 ? String(Math.round(value)) : value.toPrecision(3))

function rowsOf(axis, columns) {
  const sizes = Object.keys(columns)
  const first = columns[sizes[0]]
  return Object.keys(first).map((name) => [
    axis,
    name,
    ...[0, 1, 2, 3].map((at) => (sizes[at] === undefined ? '' : `${sizes[at]}: ${shown(columns[sizes[at]][name])}`)),
    (columns[sizes.at(-1)][name] / first[name]).toFixed(2),
  ])
}

/** Measures all axes; `largest` bounds the number of objects. */
export async function benchGrowth({ port, largest }) {
  const measured = {
    objects: await growthOfObjects(
      [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= largest),
      port,
    ),
    watchers: await growthOfWatchers([10, 100, 1000, 5000], port),
    namespaces: await growthOfNamespaces([1, 200], port),
    definitions: await growthOfDefinitions([1, 50, 500], port),
  }
  return { measured, rows: Object.entries(measured).flatMap(([axis, columns]) => rowsOf(axis, columns)) }
}
