// `npm run demo:etcd [-- --no-open]`: three members of an etcd, two hosts of Orchard on them, and the page on one of the hosts.
// Prints commands to try. Everything ends with Ctrl-C, and nothing is kept.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { buildWhenOld } from '../build-when-old.mjs'
import { readArguments } from '../command-line/arguments.mjs'
import { ensureInstalled } from '../ensure-install.mjs'
import { runStage, script } from '../run-stage.mjs'
import { findEtcd } from './find-etcd.mjs'
import { memberFlags } from './member-flags.mjs'

const { flag } = readArguments()
const opensPage = !flag('no-open')

ensureInstalled()
const etcd = findEtcd()
if (etcd === '') {
  console.error('No etcd found, and none could be unpacked. Set ORCHARD_ETCD to the path of one, 3.5.13 or newer.')
  process.exit(1)
}
await buildWhenOld('page', runStage)
await buildWhenOld('node', runStage)

const folder = mkdtempSync(join(tmpdir(), 'orchard-demo-'))
const children = []
let isEnding = false

/** Ends what was started, the last first, and removes the data. */
async function end(code) {
  if (isEnding) return
  isEnding = true
  for (const child of children.toReversed()) await stop(child)
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined
  return new Promise((resolve) => {
    const kill = setTimeout(() => child.kill('SIGKILL'), 12_000)
    child.once('exit', () => {
      clearTimeout(kill)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** Starts a program of its own group, so that Ctrl-C reaches it only through `end`. */
function start(name, [program, ...args], ready) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  children.push(child)
  child.once('exit', (code) => {
    if (isEnding) return
    const isMember = name.startsWith('etcd')
    console.error(`${name} ended${isMember ? '' : ` with ${code}, so everything ends`}.`)
    if (!isMember) void end(1)
  })
  return new Promise((resolve) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const found = ready?.exec(printed)?.[0]
      if (found !== undefined) resolve(found)
    })
    if (ready === undefined) resolve('')
  })
}

/** Returns free ports, all different. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer())
  await Promise.all(servers.map((server) => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))))
  const ports = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function startMembers() {
  const ports = await freePorts(6)
  const at = (port) => `http://127.0.0.1:${port}`
  const cluster = [0, 1, 2].map((n) => `m${n}=${at(ports[n + 3])}`).join()
  for (const n of [0, 1, 2]) {
    const [client, peer] = [at(ports[n]), at(ports[n + 3])]
    const name = `m${n}`
    await start(`etcd ${name}`, [etcd, ...memberFlags({ folder: join(folder, name), client, peer, cluster, name })])
  }
  return [0, 1, 2].map((n) => at(ports[n]))
}

/** Opens an address in the person's browser, where the system has a program for it. */
function openInBrowser(address) {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const isThere = (process.env.PATH ?? '').split(delimiter).some((place) => existsSync(join(place, program)))
  if (!opensPage || !isThere) return
  spawn(program, [address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}

process.on('SIGINT', () => void end(0))
process.on('SIGTERM', () => void end(0))

const token = randomUUID()
const tokens = join(folder, 'tokens.csv')
writeFileSync(tokens, `${token},demo,demo,"system:masters"\n`, { mode: 0o600 })
const members = await startMembers()
const [pagePort, ...hostPorts] = await freePorts(3)
const page = `http://localhost:${pagePort}`
const hosts = []
for (const [at, port] of hostPorts.entries()) {
  const store = ['--etcd-servers', members.join(), '--token-auth-file', tokens]
  const forPage = ['--debug', '--cors-allowed-origins', page]
  hosts.push(
    await start(
      `host ${at + 1}`,
      script('dist/node/orchard.js', 'serve', '--port', String(port), ...store, ...forPage),
      /http:\/\/\S+/,
    ),
  )
}
await start('page', script('dist/node/orchard.js', 'page', '--port', String(pagePort)), /http:\/\/\S+/)

const [first, second] = hosts
const address = `${page}/?server=${encodeURIComponent(first)}#token=${token}`
console.log(`
Three members of etcd: ${members.join(' ')}
Two hosts on them:     ${first} and ${second}

The page on the first host:

  ${address}

Watch on the first host:

  curl -sN -H 'Authorization: Bearer ${token}' '${first}/api/v1/namespaces/default/configmaps?watch=1'

In another terminal, write on the second:

  curl -s -X POST -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/yaml' \\
    ${second}/api/v1/namespaces/default/configmaps \\
    --data-binary $'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {generateName: hello-}\\ndata: {greeting: good day}'

End a member, and write again: it takes up to two seconds, and nothing is lost.

  kill -9 ${children[0].pid}     # or ${children[1].pid}, ${children[2].pid}

Ctrl-C ends everything; nothing is kept.`)
openInBrowser(address)
