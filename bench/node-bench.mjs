// Runs reference/bench.mjs and more-bench.mjs against `orchard serve`, in memory and with a log on disk.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOrchard } from './orchard-process.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
/** Runs one script against a running server and returns its rows. */
async function runScript(script, server, folder, extra) {
  const json = join(folder, 'rows.json')
  const args = [here(script), '--base', server.base, '--json', json, ...extra]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return JSON.parse(readFileSync(json, 'utf8'))
}

/** Runs the script once against a new server; with `durable` its log is in a temporary folder. `extra` are arguments of the script. */
export async function benchNode({ port, durable, nodeArgs = [], extra = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-bench-'))
  const server = await startOrchard({ port, data: durable ? join(folder, 'data') : '', nodeArgs })
  try {
    const rows = await runScript('./reference/bench.mjs', server, folder, ['--pid', String(server.pid), ...extra])
    return { ...rows, ...(await runScript('./more-bench.mjs', server, folder, [])) }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

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
