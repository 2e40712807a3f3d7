import { parseArgs } from 'node:util'
import { createFeatureGates, FeatureGateError } from '#server/features/feature-gates.ts'
import { parseRuntimeConfig, RuntimeConfigError } from '#server/features/runtime-config.ts'
import type { ConfigPaths } from '#node/server-config.ts'
import { defaultControllers } from '#node/usage.ts'
import { admissionFlags, readAdmissionFlags } from './admission-flags.ts'
import { authorizationFlags, readAuthorizationFlags } from './authorization-flags.ts'
import { etcdFlags, readEtcdFlags } from './etcd-flags.ts'
import { oidcFlags, readOidcFlags } from './oidc-flags.ts'
import { originalFlags, readOriginalFlags } from './original-flags.ts'
import { isServiceNetwork, parsePort, readDurationMs } from './read-values.ts'
import { readServiceAccountFlags, serviceAccountFlags } from './service-account-flags.ts'
import { type ServeOptions, type Vocabulary, wrong, type WrongCommand } from './serve-options.ts'

const vocabularies: ReadonlyMap<string, Vocabulary> = new Map([
  ['orch', 'orch'],
  ['kubernetes', 'kubernetes'],
])

const configFlags = {
  'authentication-config': { type: 'string', default: '' },
  'authorization-config': { type: 'string', default: '' },
  'egress-selector-config-file': { type: 'string', default: '' },
  'tracing-config-file': { type: 'string', default: '' },
} as const

const serveFlags = {
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string', default: '' },
  history: { type: 'string', default: '5m' },
  'token-auth-file': { type: 'string', default: '' },
  'watch-cache-lag': { type: 'string', default: '0s' },
  'service-cluster-ip-range': { type: 'string', default: '10.96.0.0/12' },
  controllers: { type: 'string', default: defaultControllers },
  nodes: { type: 'string', default: '0' },
  'feature-gates': { type: 'string', default: '' },
  'runtime-config': { type: 'string', multiple: true, default: [] as string[] },
  'client-ca-file': { type: 'string', default: '' },
  kubeconfig: { type: 'string', default: '' },
  tls: { type: 'boolean', default: false },
  debug: { type: 'boolean', default: false },
  clusters: { type: 'boolean', default: false },
  vocabulary: { type: 'string', default: 'orch' },
  ...configFlags,
  ...authorizationFlags,
  ...admissionFlags,
  ...oidcFlags,
  ...etcdFlags,
  ...serviceAccountFlags,
  ...originalFlags,
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Parses the flags of `orchard serve`. @throws TypeError for flags that do not exist [ND7] */
export function parseServe(
  args: readonly string[],
): { readonly type: 'help' } | { readonly type: 'serve'; readonly options: ServeOptions } | WrongCommand {
  const parsed = parseArgs({ args: [...args], allowPositionals: true, options: serveFlags, tokens: true })
  const { values, positionals } = parsed
  if (values.help) return { type: 'help' }
  if (positionals.length > 0) return wrong(`unexpected argument ${JSON.stringify(positionals[0])}`)
  const given = new Set(parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])))
  const options = readOptions(values, given)
  return typeof options === 'string' ? wrong(options) : { type: 'serve', options }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof serveFlags }>>['values']

/** Reads the values of all flags, by subject; a text says what is wrong. `given` are the flags of the command line. */
function readOptions(values: Values, given: ReadonlySet<string>): ServeOptions | string {
  const { host, data, debug, clusters, kubeconfig, tls, 'client-ca-file': clientCaFile } = values
  if (clientCaFile !== '' && !tls) return '--client-ca-file needs --tls'
  const [featureGates, runtimeConfig] = [values['feature-gates'], values['runtime-config'].join(',')]
  const fault = gatesFault(featureGates) || runtimeFault(runtimeConfig)
  if (fault !== '') return fault
  const chosen = parseChoices(values)
  if (typeof chosen === 'string') return chosen
  const authorization = readAuthorizationFlags(values)
  if (typeof authorization === 'string') return authorization
  const original = readOriginalFlags(values)
  if (typeof original === 'string') return original
  const admission = readAdmissionFlags(values)
  if (typeof admission === 'string') return admission
  const oidc = readOidcFlags(values, given)
  if (typeof oidc === 'string') return oidc
  const etcd = readEtcdFlags(values, given)
  if (typeof etcd === 'string') return etcd
  const accounts = readServiceAccountFlags(values)
  if (typeof accounts === 'string') return accounts
  return {
    host,
    data,
    debug,
    clusters,
    tls,
    clientCaFile,
    kubeconfig,
    featureGates,
    runtimeConfig,
    oidc,
    etcd,
    tokenAuthFile: values['token-auth-file'],
    controllers: values.controllers.split(',').map((word) => word.trim()),
    ...configPaths(values),
    ...chosen,
    ...original,
    ...authorization,
    ...admission,
    ...accounts,
  }
}

const configPaths = (values: Readonly<Record<keyof typeof configFlags, string>>): ConfigPaths => ({
  authenticationConfig: values['authentication-config'],
  authorizationConfig: values['authorization-config'],
  egressSelectorConfig: values['egress-selector-config-file'],
  tracingConfig: values['tracing-config-file'],
})

/** Returns the error in the reference's words; `''` for none. [FG2] */
function gatesFault(text: string): string {
  try {
    createFeatureGates(text)
    return ''
  } catch (error) {
    if (!(error instanceof FeatureGateError)) throw error
    return `invalid argument ${JSON.stringify(text)} for "--feature-gates" flag: ${error.message}`
  }
}

function runtimeFault(text: string): string {
  try {
    parseRuntimeConfig(text)
    return ''
  } catch (error) {
    if (!(error instanceof RuntimeConfigError)) throw error
    return error.message
  }
}

type Choices = Pick<ServeOptions, 'port' | 'historyMs' | 'vocabulary' | 'serviceNetwork' | 'watchCacheLagMs' | 'nodes'>

/** Reads the flags whose values have a form of their own; a text says which is wrong. */
function parseChoices(values: {
  readonly port?: string | undefined
  readonly tls: boolean
  readonly history: string
  readonly vocabulary: string
  readonly 'service-cluster-ip-range': string
  readonly 'watch-cache-lag': string
  readonly nodes: string
}): Choices | string {
  const not = (value: string): string => `not ${JSON.stringify(value)}`
  const portText = values.port ?? (values.tls ? '6443' : '8080')
  const port = parsePort(portText)
  if (port === null) return `--port must be a number from 0 to 65535, ${not(portText)}`
  const historyMs = readDurationMs(values.history)
  if (historyMs === null || historyMs <= 0)
    return `--history must be a duration such as 40s or 5m, ${not(values.history)}`
  const vocabulary = vocabularies.get(values.vocabulary)
  if (vocabulary === undefined) return `--vocabulary must be orch or kubernetes, ${not(values.vocabulary)}`
  const lag = values['watch-cache-lag']
  const watchCacheLagMs = readDurationMs(lag)
  if (watchCacheLagMs === null) return `--watch-cache-lag must be a duration such as 2s, ${not(lag)}`
  const serviceNetwork = values['service-cluster-ip-range']
  if (!isServiceNetwork(serviceNetwork))
    return `--service-cluster-ip-range must be an IPv4 network from /12 to /29, such as 10.96.0.0/12, ${not(serviceNetwork)}`
  if (!/^\d{1,4}$/.test(values.nodes)) return `--nodes must be a number from 0 to 9999, ${not(values.nodes)}`
  return { port, historyMs, vocabulary, serviceNetwork, watchCacheLagMs, nodes: Number(values.nodes) }
}
