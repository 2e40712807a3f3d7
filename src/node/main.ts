import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { compareEngines } from '#second-opinion/compare.ts'
import { version } from '../../package.json'
import { type CommandResult, check } from './commands/check.ts'
import { type Command, parseCommandLine } from './command-line.ts'
import type { ServeOptions } from './flags/serve-options.ts'
import { usage } from './usage.ts'
import { evaluate } from './commands/eval.ts'
import { toKubeconfig } from './kubeconfig.ts'
import { servePage } from './http/static-server.ts'
import { readTlsIdentities, tlsFolder } from './certificates/tls-files.ts'

/** Returns a readable message for a system error. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port, address, path } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is in use; choose another with --port`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine has no address ${address ?? ''}; see --host`
    case 'EACCES':
      return path === undefined
        ? `port ${port} requires more privileges; choose one above 1023`
        : `no permission to open ${path}`
    case 'ENOENT':
      return `file ${path} does not exist`
    case 'EISDIR':
      return `found a folder where a file was expected`
    case undefined:
    default:
      return error.message
  }
}

// The reader may close the pipe early: `orchard check FILE | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

async function startPage(command: Extract<Command, { type: 'page' }>): Promise<void> {
  // The built page is in a sibling folder: dist/node/orchard.js and dist/page.
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'page')
  if (!existsSync(join(root, 'index.html')))
    throw new Error(
      "the built page is not here: it is not part of the package, and `orchard page` runs in Orchard's repository",
    )
  for (let tried = 0; ; tried++) {
    try {
      const { address } = await servePage(root, { host: command.host, port: command.port + tried })
      if (tried > 0) console.log(`Port ${command.port} is in use, and browsers store data separately per port.`)
      console.log(`Orchard is at http://localhost:${address.port}/ (everything runs in the page; press Ctrl-C to stop)`)
      return
    } catch (error) {
      if (tried === command.nextPorts || !isTaken(error)) throw error
    }
  }
}

function printKubeconfig({ server, data, name }: Extract<Command, { type: 'kubeconfig' }>): void {
  const kept = data === '' ? null : readTlsIdentities(tlsFolder(data))
  if (data !== '' && kept === null)
    throw new Error(`no certificates in ${tlsFolder(data)}; start a server there with --tls`)
  const authority = kept?.authority.certificate ?? ''
  process.stdout.write(toKubeconfig({ name, server, authority, client: kept?.admin ?? null, token: '' }))
}

/** The bundle contains the server in both vocabularies; only the selected one is imported. */
async function startServer(options: ServeOptions): Promise<void> {
  const { serve } = await (options.vocabulary === 'kubernetes'
    ? import('#node/serve.ts?vocabulary=kubernetes')
    : import('./serve.ts'))
  return serve(options)
}

/** Reads all of standard input. */
const readInput = (): string => readFileSync(0, 'utf8')

function print({ out, err, code }: CommandResult): void {
  process.stdout.write(out)
  process.stderr.write(err)
  process.exitCode = code
}

/** Runs a command whose code is loaded for it only. */
async function runLoaded(
  command: Extract<Command, { type: 'bridge' | 'lesson' | 'replay' | 'scenario' }>,
): Promise<void> {
  switch (command.type) {
    case 'bridge': {
      const { bridge } = await import('./bridge/bridge.ts')
      return bridge(command.options)
    }
    case 'lesson': {
      const { runLesson } = await import('./lessons/run-lesson.ts')
      process.exitCode = await runLesson(command, (line) => console.log(line))
      return
    }
    case 'scenario': {
      const { runScenarios } = await import('./scenario/run-scenario.ts')
      process.exitCode = await runScenarios(command, (line) => console.log(line))
      return
    }
    case 'replay': {
      const { replay } = await import('./replay/replay.ts')
      return replay(command.options)
    }
  }
}

async function run(args: readonly string[]): Promise<void> {
  const command = parseCommandLine(args)
  switch (command.type) {
    case 'help':
      return console.log(usage)
    case 'version':
      return console.log(`orchard ${version}`)
    case 'wrong':
      console.error(`orchard: ${command.message}\nTry: orchard --help`)
      process.exitCode = 2
      return
    case 'page':
      return startPage(command)
    case 'kubeconfig':
      return printKubeconfig(command)
    case 'check':
      return print(check(command, readInput, version))
    case 'eval':
      return print(evaluate(command, readInput, command.isCompared ? await loadComparison() : undefined))
    case 'serve':
      return startServer(command.options)
    default:
      return runLoaded(command)
  }
}

async function loadComparison(): Promise<typeof compareEngines> {
  const { compareEngines: compare } = await import('#second-opinion/compare.ts')
  return compare
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(`orchard: ${explain(error)}`)
  process.exit(1)
}
