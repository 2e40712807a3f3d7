import { parseArgs } from 'node:util'
import { type CheckCommand, parseCheck } from './commands/check-command-line.ts'
import { type EvalCommand, parseEval } from './commands/eval-command-line.ts'
import { type BridgeOptions, parseBridge } from './bridge/parse-bridge.ts'
import { type LessonCommand, parseLesson } from './lessons/parse-lesson.ts'
import { parseReplay, type ReplayOptions } from './replay/parse-replay.ts'
import { parseScenario, type ScenarioCommand } from './scenario/parse-scenario.ts'
import { parseServe } from './flags/parse-serve.ts'
import { parsePort } from './flags/read-values.ts'
import { type ServeOptions, wrong, type WrongCommand } from './flags/serve-options.ts'

interface KubeconfigCommand {
  readonly type: 'kubeconfig'
  /** The URL of a running server, with the prefix of the cluster. */
  readonly server: string
  /** The server's data folder; `''` for none. */
  readonly data: string
  /** The name of the cluster in the kubeconfig. */
  readonly name: string
}

/** A parsed command line. */
export type Command =
  | { readonly type: 'help' | 'version' }
  | { readonly type: 'serve'; readonly options: ServeOptions }
  | KubeconfigCommand
  | { readonly type: 'bridge'; readonly options: BridgeOptions }
  | { readonly type: 'replay'; readonly options: ReplayOptions }
  | CheckCommand
  | EvalCommand
  | LessonCommand
  | ScenarioCommand
  /** `nextPorts`: how many ports after `port` are tried if it is in use. */
  | { readonly type: 'page'; readonly host: string; readonly port: number; readonly nextPorts: number }
  | WrongCommand

function parseKubeconfig(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: '' },
      server: { type: 'string' },
      cluster: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { type: 'help' }
  const { data, cluster } = values
  const server = values.server ?? (data === '' ? 'http://127.0.0.1:8080' : 'https://127.0.0.1:6443')
  if (!URL.canParse(server))
    return wrong(`--server must be an address such as https://127.0.0.1:6443, not ${JSON.stringify(server)}`)
  if (cluster === '') return { type: 'kubeconfig', server, data, name: 'orchard' }
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(cluster))
    return wrong(`--cluster must be a name such as tuesday-class, not ${JSON.stringify(cluster)}`)
  return { type: 'kubeconfig', server: `${server.replace(/[/]+$/, '')}/clusters/${cluster}`, data, name: cluster }
}

function parsePage(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  })
  if (values.help) return { type: 'help' }
  if (values.port === undefined) return { type: 'page', host: '127.0.0.1', port: 5173, nextPorts: 10 }
  const port = parsePort(values.port)
  return port === null
    ? wrong(`--port must be a number from 0 to 65535, not ${JSON.stringify(values.port)}`)
    : { type: 'page', host: '127.0.0.1', port, nextPorts: 0 }
}

const help = (): Command => ({ type: 'help' })
const version = (): Command => ({ type: 'version' })

const commands: ReadonlyMap<string, (args: readonly string[]) => Command> = new Map([
  ['serve', parseServe],
  ['kubeconfig', parseKubeconfig],
  ['page', parsePage],
  ['bridge', parseBridge],
  ['replay', parseReplay],
  ['check', parseCheck],
  ['eval', parseEval],
  ['lesson', parseLesson],
  ['scenario', (args) => parseScenario(args)],
  ['help', help],
  ['--help', help],
  ['-h', help],
  ['version', version],
  ['--version', version],
])

/** Parses the arguments after the program's name. [ND7] */
export function parseCommandLine([first = 'help', ...rest]: readonly string[]): Command {
  const parse = commands.get(first)
  if (parse === undefined) return wrong(`unknown command ${JSON.stringify(first)}`)
  try {
    return parse(rest)
  } catch (error) {
    // parseArgs throws on unknown flags; the first sentence of its message names the flag.
    if (error instanceof TypeError) return wrong(error.message.split('. ')[0] ?? error.message)
    throw error
  }
}

/** Reports whether an address can be reached only from this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
