import type { Configuration } from './config-types.ts'
import { decodeConfig } from './decode-config.ts'
import type { Dialect, DialectName } from './dialect.ts'
import { type Diagnostic, placeFinding } from './diagnostic.ts'
import { type Finding, Findings } from './finding.ts'
import type { KindName } from './kinds/config-field.ts'
import { readDocument } from '#document/read-document.ts'
import { referenceText } from './reference-text.ts'
import { checkAuthentication } from './rules/authentication-rules.ts'
import { checkAuthorization } from './rules/authorization-rules.ts'
import { checkEgress } from './rules/egress-rules.ts'
import type { Expressions } from './rules/expressions.ts'
import { type ConfigFiles, noFiles } from './rules/files.ts'
import type { RuleContext } from './rules/rule-context.ts'
import { checkTracing } from './rules/tracing-rules.ts'
import { celExpressions } from './rules/cel-expressions.ts'
import { LineIndex, type TextRange } from '#document/text-range.ts'

export interface CheckOptions {
  /** The kind that the file must have; by default any of the four. */
  readonly kind?: KindName | undefined
  /** Access to the files that the configuration names; by default none exist. */
  readonly files?: ConfigFiles | undefined
  /** Issuers that are reserved for the server. */
  readonly disallowedIssuers?: readonly string[] | undefined
  /** Authorizer types that the server supports; by default those of the API server. */
  readonly knownTypes?: readonly string[] | undefined
  readonly repeatableTypes?: readonly string[] | undefined
  /** Validates our spelling by the original's rules where our specification differs. */
  readonly asReference?: boolean | undefined
  readonly expressions?: Expressions | undefined
}

export interface CheckedConfig {
  readonly kind: KindName | undefined
  readonly dialect: DialectName
  /** Errors in the reference's order, then warnings. */
  readonly diagnostics: readonly Diagnostic[]
  /** Present if there are no errors. */
  readonly configuration?: Configuration
  /**
   * The message with which the reference refuses to start with this file; `''` if it starts. `{file}` is a
   * placeholder for the path.
   */
  readonly referenceText: string
}

const mainServerTypes = ['AlwaysAllow', 'AlwaysDeny', 'ABAC', 'Webhook', 'RBAC', 'Node']

/** Decodes and validates one file. Never throws, whatever the text. */
export function checkConfig(text: string, options: CheckOptions = {}): CheckedConfig {
  const document = readDocument(text)
  const { configuration, kind, dialect, findings } = decodeConfig(text, document, options)
  const context = ruleContext(options, dialect)
  if (document.type === 'document') warnOfSecond(context, document.secondDocument)
  if (configuration !== undefined) applyRules(context, configuration)
  const all = [...findings, ...context.found.all]
  const errors = all.filter(({ severity }) => severity === 'error')
  const placed = { text, root: document.type === 'document' ? document.root : null, lines: new LineIndex(text) }
  const place = (finding: Finding): Diagnostic => placeFinding(finding, placed)
  return {
    kind: kind?.name,
    dialect: dialect.name,
    diagnostics: [...errors, ...all.filter(({ severity }) => severity === 'warning')].map(place),
    ...(errors.length === 0 && configuration !== undefined && { configuration: canonical(configuration) }),
    referenceText: referenceText(kind?.name, configuration === undefined, errors),
  }
}

const ruleContext = (options: CheckOptions, dialect: Dialect): RuleContext => ({
  found: new Findings(),
  dialect,
  files: options.files ?? noFiles,
  expressions: options.expressions ?? celExpressions,
  disallowedIssuers: options.disallowedIssuers ?? [],
  knownTypes: options.knownTypes ?? mainServerTypes,
  repeatableTypes: options.repeatableTypes ?? ['Webhook'],
  isMainServer: options.knownTypes === undefined,
})

function warnOfSecond({ found }: RuleContext, range: TextRange | undefined): void {
  if (range !== undefined)
    found.warning('W01', [], 'only the first document is read; what follows is ignored', { range })
}

function applyRules(context: RuleContext, { kind, spec }: Configuration): void {
  switch (kind) {
    case 'AuthenticationConfiguration':
      return checkAuthentication(context, spec)
    case 'AuthorizationConfiguration':
      return checkAuthorization(context, spec)
    case 'EgressSelectorConfiguration':
      return checkEgress(context, spec)
    case 'TracingConfiguration':
      return checkTracing(context, spec)
  }
}

/** Converts a configuration to our spelling, so that its users need to support only one. */
function canonical(configuration: Configuration): Configuration {
  if (configuration.kind === 'EgressSelectorConfiguration') {
    const egressSelections = configuration.spec.egressSelections.map((selection) =>
      Object.assign({}, selection, {
        name: selection.name === 'master' ? 'controlplane' : selection.name.toLowerCase(),
      }),
    )
    return { kind: configuration.kind, spec: { egressSelections } }
  }
  if (configuration.kind !== 'AuthorizationConfiguration') return configuration
  const authorizers = configuration.spec.authorizers.map((authorizer) => {
    const { webhook } = authorizer
    if (webhook?.connectionInfo.type !== 'KubeConfigFile') return authorizer
    const connectionInfo = { ...webhook.connectionInfo, type: 'OrchConfigFile' }
    return { ...authorizer, webhook: { ...webhook, connectionInfo } }
  })
  return { kind: configuration.kind, spec: { authorizers } }
}

/** Returns the diagnostics of a text, for an editor. */
export const diagnose = (text: string, options: CheckOptions = {}): readonly Diagnostic[] =>
  checkConfig(text, options).diagnostics
