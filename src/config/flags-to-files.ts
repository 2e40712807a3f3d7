import { DurationError, formatDuration, parseDuration } from '#go/duration.ts'
import type { DialectName } from './dialect.ts'
import type { KindName } from './kinds/config-field.ts'
import { type Flag, readFlags } from './read-flags.ts'

/** A configuration file that is equivalent to flags. */
export interface ConvertedFile {
  readonly kind: KindName
  /** The flag that takes the file: `--authentication-config`. */
  readonly flag: string
  readonly text: string
}

export interface ConvertedFlags {
  readonly files: readonly ConvertedFile[]
  /** Differences in behaviour, and values that must be completed by hand. */
  readonly notes: readonly string[]
  /** Invalid flags. */
  readonly problems: readonly string[]
  /** Flags that the files replace and that must be removed: the server refuses to start with both. */
  readonly replaced: readonly string[]
}

export interface ConvertOptions {
  readonly to?: DialectName
  /** Returns the content of a file that a flag names; `undefined` if it cannot be read. */
  readonly readFile?: (path: string) => string | undefined
}

/**
 * Converts flags of an API server to configuration files: `--oidc-*`, `--anonymous-auth`, `--authorization-*`.
 * `text` is a command line, a list of flags, or a manifest with them; other flags are ignored.
 */
export function flagsToFiles(text: string, options: ConvertOptions = {}): ConvertedFlags {
  const flags = new FlagSet(readFlags(text))
  const result: Result = {
    notes: [],
    problems: [],
    to: options.to ?? 'orch',
    readFile: options.readFile ?? (() => undefined),
  }
  const files = [authenticationFile(flags, result), authorizationFile(flags, result)]
  return {
    files: files.flatMap((file) => file ?? []),
    notes: result.notes,
    problems: result.problems,
    replaced: [...flags.used],
  }
}

interface Result {
  readonly notes: string[]
  readonly problems: string[]
  readonly to: DialectName
  readonly readFile: (path: string) => string | undefined
}

class FlagSet {
  readonly used = new Set<string>()
  private readonly flags: readonly Flag[]

  constructor(flags: readonly Flag[]) {
    this.flags = flags
  }

  /** Returns all values of a flag in order. */
  all(name: string): readonly string[] {
    const values = this.flags.filter((flag) => flag.name === name).map(({ value }) => value)
    if (values.length > 0) this.used.add(`--${name}`)
    return values
  }

  /** Returns the last value of a flag. */
  last(name: string): string | undefined {
    return this.all(name).at(-1)
  }
}

/** Quotes a text for YAML. */
const quoted = (text: string): string =>
  /^[A-Za-z/][A-Za-z0-9_./-]*(?::[A-Za-z0-9_./-]+)*$/.test(text) &&
  !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text)
    ? text
    : JSON.stringify(text)

const head = (kind: KindName, to: DialectName): readonly string[] => [
  `apiVersion: ${to === 'orch' ? 'apiserver.orch.io' : 'apiserver.config.k8s.io'}/v1beta1`,
  `kind: ${kind}`,
]

const fileOf = (kind: KindName, flag: string, to: DialectName, lines: readonly string[]): ConvertedFile => ({
  kind,
  flag,
  text: `${[...head(kind, to), ...lines].join('\n')}\n`,
})

function authenticationFile(flags: FlagSet, result: Result): ConvertedFile | undefined {
  const lines = [...authenticatorLines(flags, result), ...anonymousLines(flags, result)]
  return lines.length === 0
    ? undefined
    : fileOf('AuthenticationConfiguration', '--authentication-config', result.to, lines)
}

function authenticatorLines(flags: FlagSet, result: Result): readonly string[] {
  const [issuer, client] = [flags.last('oidc-issuer-url'), flags.last('oidc-client-id')]
  if (issuer === undefined && client === undefined) return []
  if (issuer === undefined || client === undefined)
    result.problems.push('--oidc-issuer-url and --oidc-client-id must both be set; one is missing')
  noteAlgorithms(flags, result)
  return [
    'jwt:',
    '- issuer:',
    `    url: ${quoted(issuer ?? '')}`,
    ...authorityLines(flags, result),
    '    audiences:',
    `    - ${quoted(client ?? '')}`,
    ...requiredLines(flags, result),
    '  claimMappings:',
    ...usernameLines(flags, issuer ?? ''),
    ...groupsLines(flags, result),
  ]
}

function noteAlgorithms(flags: FlagSet, { notes }: Result): void {
  const algorithms = flags.last('oidc-signing-algs')
  const before = algorithms === undefined ? 'RS256 alone was taken' : `${algorithms} were taken`
  notes.push(
    `With the file all of RS, ES and PS with 256, 384 and 512 bits are taken as signatures; with the flags ${before}.`,
  )
}

function authorityLines(flags: FlagSet, { notes, readFile }: Result): readonly string[] {
  const path = flags.last('oidc-ca-file')
  if (path === undefined || path === '') return []
  const pem = readFile(path)
  if (pem === undefined)
    notes.push(
      `Put the content of ${path} where certificateAuthority is: the file wants the certificates, not their path.`,
    )
  const content = (pem ?? `# content of ${path}`).trimEnd().split('\n')
  return ['    certificateAuthority: |', ...content.map((line) => `      ${line}`)]
}

/** Parses `key=value` pairs, separated by commas. */
function requiredLines(flags: FlagSet, { problems }: Result): readonly string[] {
  const pairs = flags.all('oidc-required-claim').flatMap((value) => value.split(','))
  const lines = pairs.flatMap((pair) => {
    const at = pair.indexOf('=')
    if (at === -1) problems.push(`--oidc-required-claim must be key=value, not ${JSON.stringify(pair)}`)
    return at === -1
      ? []
      : [`  - claim: ${quoted(pair.slice(0, at).trim())}`, `    requiredValue: ${quoted(pair.slice(at + 1).trim())}`]
  })
  return lines.length === 0 ? [] : ['  claimValidationRules:', ...lines]
}

/** The flags have a default claim and a default prefix, the file has neither. */
function usernameLines(flags: FlagSet, issuer: string): readonly string[] {
  const claim = flags.last('oidc-username-claim') ?? 'sub'
  const given = flags.last('oidc-username-prefix') ?? ''
  const prefix = given === '-' ? '' : given === '' && claim !== 'email' ? `${issuer}#` : given
  return ['    username:', `      claim: ${quoted(claim)}`, `      prefix: ${JSON.stringify(prefix)}`]
}

function groupsLines(flags: FlagSet, { notes }: Result): readonly string[] {
  const claim = flags.last('oidc-groups-claim') ?? ''
  const prefix = flags.last('oidc-groups-prefix') ?? ''
  if (claim === '') {
    if (prefix !== '') notes.push('--oidc-groups-prefix has no effect without --oidc-groups-claim and is omitted.')
    return []
  }
  return ['    groups:', `      claim: ${quoted(claim)}`, `      prefix: ${JSON.stringify(prefix)}`]
}

function anonymousLines(flags: FlagSet, { problems }: Result): readonly string[] {
  const value = flags.last('anonymous-auth')
  if (value === undefined) return []
  const enabled = truth(value)
  if (enabled === undefined) problems.push(`--anonymous-auth must be true or false, not ${JSON.stringify(value)}`)
  return ['anonymous:', `  enabled: ${enabled ?? true}`]
}

/** Parses a boolean as Go does. */
function truth(text: string): boolean | undefined {
  if (['', '1', 't', 'T', 'true', 'True', 'TRUE'].includes(text)) return true
  return ['0', 'f', 'F', 'false', 'False', 'FALSE'].includes(text) ? false : undefined
}

const modes = ['AlwaysAllow', 'AlwaysDeny', 'ABAC', 'Webhook', 'RBAC', 'Node']

function authorizationFile(flags: FlagSet, result: Result): ConvertedFile | undefined {
  const given = flags.all('authorization-mode').flatMap((value) => value.split(','))
  if (given.length === 0) return undefined
  const lines = given.flatMap((mode) => authorizerLines(mode.trim(), flags, result))
  for (const mode of given.filter((each, at) => given.indexOf(each) !== at))
    result.problems.push(`--authorization-mode contains ${mode} more than once`)
  return fileOf('AuthorizationConfiguration', '--authorization-config', result.to, ['authorizers:', ...lines])
}

function authorizerLines(mode: string, flags: FlagSet, result: Result): readonly string[] {
  if (!modes.includes(mode)) {
    result.problems.push(`--authorization-mode supports ${modes.join(', ')}, not ${JSON.stringify(mode)}`)
    return []
  }
  if (mode === 'ABAC') result.notes.push('ABAC still reads --authorization-policy-file: keep that flag.')
  return mode === 'Webhook' ? webhookLines(flags, result) : [`- type: ${mode}`, `  name: ${mode.toLowerCase()}`]
}

/** Unset flags get the values that the server uses by default. */
function webhookLines(flags: FlagSet, result: Result): readonly string[] {
  const file = flags.last('authorization-webhook-config-file')
  if (file === undefined)
    result.problems.push('--authorization-mode=Webhook requires --authorization-webhook-config-file')
  if (file !== undefined && !file.startsWith('/')) result.notes.push(`The file requires an absolute path for ${file}.`)
  result.notes.push(
    'The webhook is named default in metrics, as it was with flags; choose a better name once nothing depends on it.',
  )
  const [type, field] =
    result.to === 'orch' ? ['OrchConfigFile', 'orchConfigFile'] : ['KubeConfigFile', 'kubeConfigFile']
  return [
    '- type: Webhook',
    '  name: default',
    '  webhook:',
    `    authorizedTTL: ${duration(flags, 'authorization-webhook-cache-authorized-ttl', '5m0s', result)}`,
    `    unauthorizedTTL: ${duration(flags, 'authorization-webhook-cache-unauthorized-ttl', '30s', result)}`,
    '    timeout: 30s',
    `    subjectAccessReviewVersion: ${quoted(flags.last('authorization-webhook-version') ?? 'v1beta1')}`,
    '    failurePolicy: NoOpinion',
    '    connectionInfo:',
    `      type: ${type}`,
    `      ${field}: ${quoted(file ?? '')}`,
  ]
}

function duration(flags: FlagSet, name: string, otherwise: string, { problems, notes }: Result): string {
  const text = flags.last(name) ?? otherwise
  try {
    const nanos = parseDuration(text)
    if (nanos === 0n) notes.push(`--${name}=${text} kept nothing; in the file zero means the default, ${otherwise}.`)
    return formatDuration(nanos)
  } catch (error) {
    if (!(error instanceof DurationError)) throw error
    problems.push(`--${name}: ${error.message}`)
    return otherwise
  }
}
