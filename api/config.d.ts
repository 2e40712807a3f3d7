/** A kind of configuration file. */
export type ConfigKind =
  | 'AuthenticationConfiguration'
  | 'AuthorizationConfiguration'
  | 'EgressSelectorConfiguration'
  | 'TracingConfiguration'
/** A message about a range of a file. Lines and columns start at 1. */
export interface ConfigProblem {
  readonly severity: 'error' | 'warning'
  /** The id of the rule: `N02`. */
  readonly code: string
  /** The place in the file: `authorizers[0].webhook.timeout`; `''` for the whole file. */
  readonly path: string
  readonly message: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}
/** The result of checking a file. */
export interface ConfigReport {
  /** `undefined` if the file is of no known kind. */
  readonly kind: ConfigKind | undefined
  /** A server starts with this file: it has no errors. */
  readonly isValid: boolean
  /** Errors in the order in which a server reports them, then warnings. */
  readonly problems: readonly ConfigProblem[]
}
/**
 * Checks one configuration file by the API server's rules, expressions included. Files that it names are not read.
 * Never throws, whatever the text.
 *
 * @param kind the kind that the file must have. Default: any of the four
 * @throws TypeError if there is no such kind
 */
export declare function checkConfig(
  text: string,
  {
    kind,
  }?: {
    readonly kind?: ConfigKind
  },
): ConfigReport
