// Starts and stops `orchard serve` on a free port.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'

const program = fileURLToPath(new URL('../dist/node/orchard.js', import.meta.url))
const READY_MS_MAX = 15_000

async function isReady(url) {
  try {
    return (await fetch(url)).ok
  } catch {
    // It is not listening yet.
    return false
  }
}

/** Starts the program with `args` and waits until `path` answers. */
async function start(args, base, path) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  for (const began = performance.now(); !(await isReady(base + path)); await sleep(25)) {
    if (child.exitCode !== null) throw new Error(`orchard ended with ${child.exitCode}`)
    if (performance.now() - began > READY_MS_MAX) throw new Error('orchard did not get ready')
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(10_000).then(() => child.kill('SIGKILL'))])
  }
  return { base, pid: child.pid, stop }
}

/** Serves the built page. */
export const startPage = (port = 8107) =>
  start([program, 'page', '--port', String(port)], `http://127.0.0.1:${port}`, '/')

/** Starts the built server; `data` is its folder, `''` for memory. `nodeArgs` go to Node (`--cpu-prof`). */
export const startOrchard = ({ port, data = '', nodeArgs = [] }) =>
  start(
    [...nodeArgs, program, 'serve', '--port', String(port), ...(data === '' ? [] : ['--data', data])],
    `http://127.0.0.1:${port}`,
    '/readyz',
  )
