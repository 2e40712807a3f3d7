// `npm run bench [-- page chromium …] [--sittings N] [--port N]`: measures all parts, or those named, of: memory, tls,
// durable, stalled, chromium, page, cel, config, access, growth, life, etcd. The server in Node is measured against the figures of the reference and against a bare
// server in the same run, and in Chromium against the bare disk of the same run; prints tables and writes bench/results/<date>.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildWhenOld } from './build-when-old.mjs'
import { ensureInstalled } from './ensure-install.mjs'
import { runStage } from './run-stage.mjs'

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const allParts = [
  'memory',
  'tls',
  'durable',
  'stalled',
  'chromium',
  'page',
  'cel',
  'config',
  'access',
  'growth',
  'life',
  'etcd',
]
/** Takes minutes, or needs an etcd, and only when named. */
const onlyWhenNamed = ['growth', 'life', 'etcd']
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    sittings: { type: 'string', default: '2' },
    port: { type: 'string', default: '8106' },
    json: { type: 'string', default: '' },
    // Parts of the page's measurements: load, small, fetch, branches, benches, large; and living, only when named.
    rows: { type: 'string', default: 'load,small,fetch,branches,benches,large' },
    // The most objects of the part `growth`: up to 1000000.
    largest: { type: 'string', default: '100000' },
  },
})
const named = [...positionals, ...options.only.split(',')].filter((part) => part !== '')
const unknown = named.filter((part) => !allParts.includes(part))
if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}; parts are ${allParts.join(', ')}`)
const parts = named.length === 0 ? allParts.filter((part) => !onlyWhenNamed.includes(part)) : named
const sittings = Number(options.sittings)

ensureInstalled()
const { benchFloor, benchNode, bestOf } = await import('../../bench/node-bench.mjs')
const { printRatios, printTable } = await import('../../bench/ratios.mjs')
const { benchChromium } = await import('../../bench/chromium-bench.mjs')
const reference = JSON.parse(readFileSync(at('bench/reference/reference.json'), 'utf8'))

const when = new Date().toISOString()
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}
// Records other load: on a busy machine absolute figures are worthless and ratios doubtful.
const results = { when, machine, load: loadavg(), sittings }

const inNode = parts.filter((part) => ['memory', 'tls', 'durable'].includes(part))
if (inNode.length > 0) {
  await buildWhenOld('node', runStage)
  const port = Number(options.port)
  const floors = {}
  // Alternates the sittings, so that a slow minute of the machine affects all.
  for (let sitting = 1; sitting <= sittings; sitting++) {
    for (const kind of new Set(inNode.map((part) => (part === 'durable' ? 'durable' : 'memory')))) {
      console.log(`bare server, ${kind}, sitting ${sitting} of ${sittings}`)
      floors[kind] = bestOf(floors[kind], await benchFloor({ port, isDurable: kind === 'durable' }))
    }
    for (const part of inNode) {
      console.log(`orchard serve, ${part}, sitting ${sitting} of ${sittings}`)
      results[part] = bestOf(results[part], await benchNode({ port, kind: part }))
    }
  }
  results.floors = floors
  console.log(
    `\nNode, best of ${sittings}; ratio 2 is twice as good as the reference; floor is a bare server in the same run`,
  )
  const floorOf = (part) => (part === 'durable' ? floors.durable : floors.memory)
  printRatios(
    reference.rows,
    Object.fromEntries(inNode.map((part) => [part, results[part]])),
    Object.fromEntries(inNode.map((part) => [part, floorOf(part)])),
  )
}
if (parts.includes('stalled')) {
  await buildWhenOld('node', runStage)
  const { benchStalledRows } = await import('../../bench/stalled-watchers.mjs')
  results.stalled = await benchStalledRows({ port: Number(options.port) })
  console.log('\nWrites beside 2,000 watches whose clients read nothing, in memory')
  printTable(['row', 'seen', 'aim'], results.stalled.rows)
}
if (parts.includes('growth')) {
  await buildWhenOld('node', runStage)
  const { benchGrowth } = await import('../../bench/growth-bench.mjs')
  results.growth = await benchGrowth({ port: Number(options.port), largest: Number(options.largest) })
  console.log(
    '\nGrowth, log on disk; microseconds of CPU of the server for each request, unless the row says otherwise',
  )
  printTable(['of', 'row', '', '', '', '', 'last / first'], results.growth.rows)
}
if (parts.includes('life')) {
  const { benchLife } = await import('../../bench/life-bench.mjs')
  results.life = await benchLife()
  console.log('\nLife, in Node: all loops, the scheduler and simulated nodes in one process')
  printTable(['row', 'seen', 'aim'], results.life.rows)
}
if (parts.includes('etcd')) {
  await buildWhenOld('node', runStage)
  const { benchEtcd } = await import('../../bench/etcd-bench.mjs')
  results.etcd = await benchEtcd({ port: Number(options.port) })
  console.log('\netcd, one member, values of 1 kB; bare are its own transactions and ranges in the same run')
  printTable(
    ['row', 'bare', 'bare + watch', 'log', 'host over HTTP', 'log / bare', 'log / (bare + watch)', 'host / bare'],
    results.etcd.rows,
  )
}
if (parts.includes('chromium')) {
  results.chromium = await benchChromium({ sittings })
  console.log('\nChromium, persistent profile; bare is the IndexedDB group commit of the same run')
  printTable(['row', 'bare', 'whole server', 'ratio', 'aim'], results.chromium.rows)
}
if (parts.includes('page')) {
  await buildWhenOld('page', runStage)
  await buildWhenOld('node', runStage)
  const { benchPage } = await import('../../bench/page/page-bench.mjs')
  results.page = await benchPage({ port: Number(options.port) + 1, only: options.rows })
  console.log("\nPage: CPU of the main thread, medians; 'script' means script, style and layout together")
  printTable(['row', 'seen', 'aim'], results.page.rows)
}

if (parts.includes('cel')) {
  const { benchCel } = await import('../../bench/cel-bench.mjs')
  results.cel = await benchCel()
  console.log('\nExpressions, in Node')
  printTable(['row', 'seen', 'aim'], results.cel.rows)
}
if (parts.includes('config')) {
  const { benchConfig } = await import('../../bench/config-bench.mjs')
  results.config = await benchConfig()
  console.log('\nConfiguration files')
  printTable(['row', 'seen', 'aim'], results.config.rows)
}

if (parts.includes('access')) {
  const { benchAccess } = await import('../../bench/access-bench.mjs')
  results.access = await benchAccess()
  console.log('\nAccess, in Node; bare is the signature, or the expressions, alone in the same run')
  printTable(['row', 'bare', 'whole', 'ratio'], results.access.rows)
}

mkdirSync(at('bench/results'), { recursive: true })
const file = options.json === '' ? at(`bench/results/${when.slice(0, 10)}.json`) : options.json
writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
console.log(`\nwritten: ${file}`)
