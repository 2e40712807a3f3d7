import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { presentEtcd } from '#tools/etcd/find-etcd.mjs'

/**
 * The etcd of the tests; `''` if there is none. Suites then skip and say so; `npm test` sets ORCHARD_NEEDS_ETCD, with which
 * they fail.
 */
export function etcdOfTests(): string {
  const path = presentEtcd()
  if (path === '' && process.env['ORCHARD_NEEDS_ETCD'] !== undefined)
    throw new Error('there is no etcd for the tests: run node src/tools/etcd/find-etcd.mjs')
  if (path === '')
    process.stderr.write('SKIPPED: no etcd was found for these tests; node src/tools/etcd/find-etcd.mjs gets one\n')
  return path
}

/** A member of an etcd cluster that runs for a test. */
export interface EtcdMember {
  readonly url: string
  /** Ends the process with this signal; it can be started again. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Starts the process and waits until it answers. */
  start(): Promise<void>
}

/** An etcd cluster that runs for a test. */
export interface EtcdCluster {
  readonly members: readonly EtcdMember[]
  readonly urls: readonly string[]
  /** Ends all members and removes their data. */
  stop(): Promise<void>
}

/** A port can be taken by another process between its choice and the start of etcd; then others are chosen. */
const startsMax = 3

/** Starts a cluster in a temporary folder. `flags` are additional flags of etcd. */
export async function startEtcd(count: number = 1, flags: readonly string[] = []): Promise<EtcdCluster> {
  for (let start = 1; ; start += 1) {
    const cluster = await createCluster(count, flags)
    try {
      await Promise.all(cluster.members.map((member) => member.start()))
      return cluster
    } catch (error) {
      await cluster.stop()
      if (start === startsMax) throw error
    }
  }
}

async function createCluster(count: number, flags: readonly string[]): Promise<EtcdCluster> {
  const program = presentEtcd()
  const folder = mkdtempSync(join(tmpdir(), 'orchard-etcd-'))
  const urlOf = (port: number | undefined): string => `http://127.0.0.1:${port ?? 0}`
  const ports = await freePorts(2 * count)
  const places = Array.from({ length: count }, (_, at) => ({
    name: `m${at}`,
    client: urlOf(ports[2 * at]),
    peer: urlOf(ports[2 * at + 1]),
  }))
  const cluster = places.map(({ name, peer }) => `${name}=${peer}`).join()
  const members = places.map(({ name, client, peer }) => {
    const place = ['--name', name, '--data-dir', join(folder, name)]
    const clients = ['--listen-client-urls', client, '--advertise-client-urls', client]
    const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', cluster]
    const quick = [
      '--unsafe-no-fsync',
      '--log-level',
      'error',
      '--heartbeat-interval',
      '100',
      '--election-timeout',
      '1000',
    ]
    return new Member(program, client, [...place, ...clients, ...peers, ...quick, ...flags])
  })
  return {
    members,
    urls: members.map((member) => member.url),
    async stop() {
      await Promise.all(members.map((member) => member.kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

class Member implements EtcdMember {
  readonly #program: string
  readonly #flags: readonly string[]
  readonly url: string
  #process: ChildProcess | null = null

  constructor(program: string, url: string, flags: readonly string[]) {
    this.#program = program
    this.url = url
    this.#flags = flags
  }

  async start(): Promise<void> {
    const child = spawn(this.#program, this.#flags, { stdio: 'ignore', env: { PATH: process.env['PATH'] } })
    this.#process = child
    for (let tries = 0; child.exitCode === null && tries < 1_000; tries += 1) {
      if (await isHealthy(this.url)) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`etcd did not start: ${this.#flags.join(' ')}`)
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await gone
  }
}

const isHealthy = async (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    async (response) => (await response.text()).includes('"true"'),
    () => false,
  )

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** Returns ports that nothing listens on. All are held until the last one is known, because a closed one may be given again. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject)
          server.listen(0, '127.0.0.1', resolve)
        }),
    ),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
