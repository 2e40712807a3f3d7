// Runs reference/bench.mjs against `orchard serve`, in memory and with a log on disk.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOrchard, takenPatches } from './orchard-process.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
/** Rows that need a kind of patch. */
const patchRows = {
  'application/merge-patch+json': 'merge patch, 16 in flight',
  'application/apply-patch+yaml': 'server-side apply, 16 in flight',
}

async function runScript(server, folder, extra) {
  const json = join(folder, 'rows.json')
  const taken = await takenPatches(server.base, Object.keys(patchRows))
  const skipped = Object.keys(patchRows).filter((type) => !taken.includes(type))
  const preload = skipped.length === 0 ? [] : ['--import', here('./skip-patches.mjs')]
  const args = [
    ...preload,
    here('./reference/bench.mjs'),
    '--base',
    server.base,
    '--pid',
    String(server.pid),
    '--json',
    json,
  ]
  const child = spawn(process.execPath, [...args, ...extra], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, BENCH_SKIP: skipped.join(',') },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`reference/bench.mjs ended with ${code}`)
  const rows = JSON.parse(readFileSync(json, 'utf8'))
  for (const type of skipped) delete rows[patchRows[type]]
  return rows
}

/** One sitting; `durable` keeps the log in a folder of its own. `extra` are arguments of the script. */
export async function benchNode({ port, durable, nodeArgs = [], extra = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-bench-'))
  const server = await startOrchard({ port, data: durable ? join(folder, 'data') : '', nodeArgs })
  try {
    return await runScript(server, folder, extra)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Per row the better of two sittings, field by field. */
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
