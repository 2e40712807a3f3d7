// Starts and stops `orchard serve` on a free port.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'

const program = fileURLToPath(new URL('../dist/node/orchard.js', import.meta.url))
const READY_MS_MAX = 15_000

/** Asks over plain HTTP or TLS, without a check of the server's own certificate. */
const isReady = (url) =>
  new Promise((resolve) => {
    const { get } = url.startsWith('https:') ? https : http
    const request = get(url, { rejectUnauthorized: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    // It is not listening yet.
    request.on('error', () => resolve(false))
  })

/** Starts the program with `args` and waits until `path` answers, at most `readyMsMax`. */
async function start(args, base, path, readyMsMax = READY_MS_MAX) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  for (const began = performance.now(); !(await isReady(base + path)); await sleep(25)) {
    if (child.exitCode !== null) throw new Error(`orchard ended with ${child.exitCode}`)
    if (performance.now() - began > readyMsMax) throw new Error('orchard did not get ready')
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

/** The token of clients in benches. */
export const benchToken = 'bench'

/**
 * Starts the built server; `data` is its folder, `''` for memory, and `etcd` the address of a member. `nodeArgs` go to Node (`--cpu-prof`). With
 * `tokenFile` clients present the token of the bench.
 */
export const startOrchard = ({ port, data = '', etcd = '', tls = false, tokenFile = '', nodeArgs = [], readyMsMax }) =>
  start(
    [
      ...nodeArgs,
      program,
      'serve',
      '--port',
      String(port),
      ...(data === '' ? [] : ['--data', data]),
      ...(etcd === '' ? [] : ['--etcd-servers', etcd]),
      ...(tls ? ['--tls'] : []),
      ...(tokenFile === '' ? [] : ['--token-auth-file', tokenFile]),
    ],
    `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    '/readyz',
    readyMsMax,
  )

const floor = fileURLToPath(new URL('floor-server.mjs', import.meta.url))

/** Starts the bare server that nothing can beat; `file` receives its writes, `''` for memory. */
export const startFloor = ({ port, file = '' }) =>
  start(
    [floor, '--port', String(port), ...(file === '' ? [] : ['--data', file])],
    `http://127.0.0.1:${port}`,
    '/readyz',
  )
