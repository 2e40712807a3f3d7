import { isIPv4 } from 'node:net'
import { parseArgs } from 'node:util'
import { DurationError, parseDurationMs } from '#go/duration.ts'
import { defaultIssuer } from '#server/auth/access.ts'
import type { AuthorizationMode } from '#server/access/create-access.ts'
import { createFeatureGates, FeatureGateError } from '#server/features/feature-gates.ts'
import { type CheckCommand, parseCheck } from './commands/check-command-line.ts'
import { defaultControllers } from './usage.ts'
import { type OriginalOptions, originalFlags, readOriginalFlags } from './original-flags.ts'
import type { ConfigPaths } from './server-config.ts'
import { type EvalCommand, parseEval } from './commands/eval-command-line.ts'

/** A parsed command line. */
export type Command =
  | { readonly type: 'help' | 'version' }
  | { readonly type: 'serve'; readonly options: ServeOptions }
  /** `server`: the URL of a running server; `data`: its data folder, `''` for none. */
  | { readonly type: 'kubeconfig'; readonly server: string; readonly data: string }
  | CheckCommand
  | EvalCommand
  /** `nextPorts`: how many ports after `port` are tried if it is in use. */
  | { readonly type: 'page'; readonly host: string; readonly port: number; readonly nextPorts: number }
  /** `message` is the error in one line. */
  | { readonly type: 'wrong'; readonly message: string }

export interface ServeOptions extends ConfigPaths, OriginalOptions {
  readonly host: string
  readonly port: number
  /** The folder of the log; `''` for a log in memory. */
  readonly data: string
  /** The duration for which old versions are retained. */
  readonly historyMs: number
  readonly tokenAuthFile: string
  /** Serves HTTPS with certificates that the server issues itself. */
  readonly tls: boolean
  /** A PEM file of authorities for client certificates; `''` for none. */
  readonly clientCaFile: string
  /** The path of a kubeconfig to write; `''` for none. */
  readonly kubeconfig: string
  /** `null`: RBAC with a token file, else all requests are allowed. */
  readonly authorizationMode: readonly AuthorizationMode[] | null
  /** The delay in milliseconds after which reads from the watch cache see a write. */
  readonly watchCacheLagMs: number
  /** The issuer of service account tokens. */
  readonly issuer: string
  /** The IPv4 network of cluster IPs of a new store. */
  readonly serviceNetwork: string
  /** A PEM file; `''` for a key in the data folder. */
  readonly signingKeyFile: string
  readonly debug: boolean
  /** The controllers to run: `*` for all, `NAME`, `-NAME`. */
  readonly controllers: readonly string[]
  readonly vocabulary: Vocabulary
  /** `A=true,B=false`, syntactically valid. */
  readonly featureGates: string
  /** Enabled plugins that are off by default. */
  readonly admissionPlugins: readonly string[]
}

/** The vocabulary of the server: our names, or those of the reference, which existing clients require. */
export type Vocabulary = 'orch' | 'kubernetes'

const wrong = (message: string): Extract<Command, { type: 'wrong' }> => ({ type: 'wrong', message })

function parsePort(text: string): number | null {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : null
}

const modes: readonly AuthorizationMode[] = ['Node', 'RBAC', 'AlwaysAllow', 'AlwaysDeny']

const wordsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(',').map((word) => word.trim()))

/**
 * Parses the authorizers in the order in which they are called; `null` if the flag is absent, an error message if it
 * is invalid.
 */
function readModes(text: string): readonly AuthorizationMode[] | null | string {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const found = words.flatMap((word) => modes.filter((mode) => mode === word))
  const isTwice = new Set(words).size < words.length
  return found.length === words.length && !isTwice
    ? found
    : `--authorization-mode must be a list of ${modes.join(', ')}, each once, not ${JSON.stringify(text)}`
}

const vocabularies: ReadonlyMap<string, Vocabulary> = new Map([
  ['orch', 'orch'],
  ['kubernetes', 'kubernetes'],
])

const serveFlags = {
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string', default: '' },
  history: { type: 'string', default: '5m' },
  'token-auth-file': { type: 'string', default: '' },
  'authorization-mode': { type: 'string', default: '' },
  'authentication-config': { type: 'string', default: '' },
  'authorization-config': { type: 'string', default: '' },
  'egress-selector-config-file': { type: 'string', default: '' },
  'tracing-config-file': { type: 'string', default: '' },
  'watch-cache-lag': { type: 'string', default: '0s' },
  'service-account-issuer': { type: 'string', default: defaultIssuer },
  'service-cluster-ip-range': { type: 'string', default: '10.96.0.0/12' },
  'service-account-signing-key-file': { type: 'string', default: '' },
  controllers: { type: 'string', default: defaultControllers },
  'enable-admission-plugins': { type: 'string', default: '' },
  'feature-gates': { type: 'string', default: '' },
  'client-ca-file': { type: 'string', default: '' },
  kubeconfig: { type: 'string', default: '' },
  tls: { type: 'boolean', default: false },
  debug: { type: 'boolean', default: false },
  vocabulary: { type: 'string', default: 'orch' },
  ...originalFlags,
  help: { type: 'boolean', short: 'h', default: false },
} as const

function parseServe(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: serveFlags })
  if (values.help) return { type: 'help' }
  if (positionals.length > 0) return wrong(`unexpected argument ${JSON.stringify(positionals[0])}`)
  const { host, data, debug, kubeconfig, tls, 'token-auth-file': tokenAuthFile, 'authorization-mode': mode } = values
  const clientCaFile = values['client-ca-file']
  if (clientCaFile !== '' && !tls) return wrong('--client-ca-file needs --tls')
  const chosen = parseChoices(values)
  if (chosen.type === 'wrong') return chosen
  const authorizationMode = readModes(mode)
  if (typeof authorizationMode === 'string') return wrong(authorizationMode)
  const { type: _type, ...rest } = chosen
  const signingKeyFile = values['service-account-signing-key-file']
  if (mode !== '' && values['authorization-config'] !== '')
    return wrong('--authorization-mode cannot be used with --authorization-config')
  const files = { tokenAuthFile, clientCaFile, kubeconfig, signingKeyFile, ...configPaths(values) }
  const plugins = values['enable-admission-plugins']
  const featureGates = values['feature-gates']
  const gateFault = featureGatesFault(featureGates) || pluginsFault(plugins)
  if (gateFault !== '') return wrong(gateFault)
  const original = readOriginalFlags(values)
  if (typeof original === 'string') return wrong(original)
  const controllers = values.controllers.split(',').map((word) => word.trim())
  return {
    type: 'serve',
    options: {
      host,
      data,
      ...rest,
      ...files,
      ...original,
      authorizationMode,
      debug,
      controllers,
      tls,
      featureGates,
      admissionPlugins: wordsOf(plugins),
    },
  }
}

const configPaths = (
  values: Readonly<
    Record<
      'authentication-config' | 'authorization-config' | 'egress-selector-config-file' | 'tracing-config-file',
      string
    >
  >,
): ConfigPaths => ({
  authenticationConfig: values['authentication-config'],
  authorizationConfig: values['authorization-config'],
  egressSelectorConfig: values['egress-selector-config-file'],
  tracingConfig: values['tracing-config-file'],
})

/** Returns the error in the reference's words; `''` for none. [FG2] */
const pluginsFault = (text: string): string => {
  const unknown = wordsOf(text).filter((word) => !offPlugins.includes(word))
  return unknown.length === 0
    ? ''
    : `--enable-admission-plugins knows ${offPlugins.join(' and ')} only, not ${JSON.stringify(text)}; all others are on`
}

/** Plugins that are off by default. */
const offPlugins: readonly string[] = ['ServiceAccount', 'NodeRestriction']

function featureGatesFault(text: string): string {
  try {
    createFeatureGates(text)
    return ''
  } catch (error) {
    if (!(error instanceof FeatureGateError)) throw error
    return `invalid argument ${JSON.stringify(text)} for "--feature-gates" flag: ${error.message}`
  }
}

/** As in the reference, a network holds at least 8 and at most 2^20 addresses. */
function isServiceNetwork(text: string): boolean {
  const [ip = '', bits = '', ...more] = text.split('/')
  if (more.length > 0 || !isIPv4(ip) || !/^\d{2}$/.test(bits) || Number(bits) < 12 || Number(bits) > 29) return false
  const address = ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return address % 2 ** (32 - Number(bits)) === 0
}

interface Choices extends Pick<
  ServeOptions,
  'port' | 'historyMs' | 'vocabulary' | 'issuer' | 'serviceNetwork' | 'watchCacheLagMs'
> {
  readonly type: 'choices'
}

function parseChoices(values: {
  readonly port?: string | undefined
  readonly tls: boolean
  readonly history: string
  readonly vocabulary: string
  readonly 'service-account-issuer': string
  readonly 'service-cluster-ip-range': string
  readonly 'watch-cache-lag': string
}): Choices | Extract<Command, { type: 'wrong' }> {
  const portText = values.port ?? (values.tls ? '6443' : '8080')
  const port = parsePort(portText)
  if (port === null) return wrong(`--port must be a number from 0 to 65535, not ${JSON.stringify(portText)}`)
  const historyMs = readDurationMs(values.history)
  if (historyMs === null || historyMs <= 0) {
    return wrong(`--history must be a duration such as 40s or 5m, not ${JSON.stringify(values.history)}`)
  }
  const vocabulary = vocabularies.get(values.vocabulary)
  if (vocabulary === undefined) {
    return wrong(`--vocabulary must be orch or kubernetes, not ${JSON.stringify(values.vocabulary)}`)
  }
  const watchCacheLagMs = readDurationMs(values['watch-cache-lag'])
  if (watchCacheLagMs === null)
    return wrong(`--watch-cache-lag must be a duration such as 2s, not ${JSON.stringify(values['watch-cache-lag'])}`)
  const issuer = values['service-account-issuer']
  if (issuer === '' || (issuer.includes(':') && !URL.canParse(issuer)))
    return wrong(`--service-account-issuer must be a URL or a name without a colon, not ${JSON.stringify(issuer)}`)
  const serviceNetwork = values['service-cluster-ip-range']
  if (!isServiceNetwork(serviceNetwork))
    return wrong(
      `--service-cluster-ip-range must be an IPv4 network from /12 to /29, such as 10.96.0.0/12, not ${JSON.stringify(serviceNetwork)}`,
    )
  return { type: 'choices', port, historyMs, vocabulary, issuer, serviceNetwork, watchCacheLagMs }
}

/** Parses a Go duration such as `40s` or `1h30m` to milliseconds; `null` for invalid or negative ones. */
function readDurationMs(text: string): number | null {
  try {
    const ms = parseDurationMs(text)
    return ms < 0 ? null : ms
  } catch (error) {
    if (error instanceof DurationError) return null
    throw error
  }
}

function parseKubeconfig(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: '' },
      server: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { type: 'help' }
  const server = values.server ?? (values.data === '' ? 'http://127.0.0.1:8080' : 'https://127.0.0.1:6443')
  return URL.canParse(server)
    ? { type: 'kubeconfig', server, data: values.data }
    : wrong(`--server must be an address such as https://127.0.0.1:6443, not ${JSON.stringify(server)}`)
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
  ['check', parseCheck],
  ['eval', parseEval],
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
