// Runs reference/bench.mjs, reference/fan-out.mjs and more-bench.mjs against `orchard serve` (in memory, over TLS, with a log on disk), and the
// first two against the bare server of floor-server.mjs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchToken, startFloor, startOrchard } from './orchard-process.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
/** Runs a script against a running server and returns what it printed. */
async function runScript(script, server, extra) {
  const child = spawn(process.execPath, [here(script), '--base', server.base, '--token', benchToken, ...extra], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (text) => (printed += text))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return printed
}

/** Runs a script that writes its rows to a file, and returns them. */
async function rowsOf(script, server, folder, extra) {
  const json = join(folder, 'rows.json')
  await runScript(script, server, ['--json', json, ...extra])
  return JSON.parse(readFileSync(json, 'utf8'))
}

/** Returns the row of the light client, in the words of the reference. */
async function fanOutRow(server) {
  const { watchers, p50, p99, eventsPerSecond } = JSON.parse(await runScript('./reference/fan-out.mjs', server, []))
  return {
    [`fan-out, ${watchers} watchers`]: { oneWriteToAllP50ms: p50, oneWriteToAllP99ms: p99, eventsPerSecond },
  }
}

async function measured(server, folder, extra, more) {
  try {
    const args = ['--insecure', '--pid', String(server.pid), ...extra]
    const rows = await rowsOf('./reference/bench.mjs', server, folder, args)
    return {
      ...rows,
      ...(await fanOutRow(server)),
      ...(more ? await rowsOf('./more-bench.mjs', server, folder, []) : {}),
    }
  } finally {
    await server.stop()
  }
}

/** Calls `run` with a folder that exists meanwhile. */
async function inFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-bench-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs the scripts once against a new server: `memory`, `tls` (in memory), or `durable` with its log in a temporary
 * folder. `extra` are arguments of the script of the reference.
 */
export const benchNode = ({ port, kind, nodeArgs = [], extra = [] }) =>
  inFolder(async (folder) => {
    const tokenFile = join(folder, 'tokens.csv')
    writeFileSync(tokenFile, `${benchToken},bench,1,system:masters\n`)
    const data = kind === 'durable' ? join(folder, 'data') : ''
    const server = await startOrchard({ port, data, tls: kind === 'tls', tokenFile, nodeArgs })
    return measured(server, folder, extra, true)
  })

/** Runs the same scripts against the bare server. */
export const benchFloor = ({ port, isDurable, extra = [] }) =>
  inFolder(async (folder) => {
    const server = await startFloor({ port, file: isDurable ? join(folder, 'log') : '' })
    return measured(server, folder, extra, false)
  })

/** Returns for each row the better value of two runs, field by field. */
export function bestOf(a, b) {
  if (a === undefined) return b
  const better = (name, x, y) => (/perSecond|eventsPerSecond/i.test(name) ? Math.max(x, y) : Math.min(x, y))
  const best = {}
  for (const [row, value] of Object.entries(b)) {
    const other = a[row]
    if (typeof value === 'number') best[row] = Math.min(value, other ?? value)
    else best[row] = Object.fromEntries(Object.entries(value).map(([k, v]) => [k, better(k, v, other?.[k] ?? v)]))
  }
  return best
}
