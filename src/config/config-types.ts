/**
 * The four kinds, decoded and defaulted: an absent field has the zero value, and only an unset pointer is
 * `undefined`.
 */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JwtAuthenticator[]
  readonly anonymous?: { readonly enabled: boolean; readonly conditions: readonly { readonly path: string }[] }
}

export interface JwtAuthenticator {
  readonly issuer: Issuer
  readonly claimValidationRules: readonly ClaimValidationRule[]
  readonly claimMappings: ClaimMappings
  readonly userValidationRules: readonly { readonly expression: string; readonly message: string }[]
}

export interface Issuer {
  readonly url: string
  readonly discoveryURL: string
  readonly certificateAuthority: string
  readonly audiences: readonly string[]
  readonly audienceMatchPolicy: string
  readonly egressSelectorType: string
}

export interface ClaimValidationRule {
  readonly claim: string
  readonly requiredValue: string
  readonly expression: string
  readonly message: string
}

export interface PrefixedClaimOrExpression {
  readonly claim: string
  readonly prefix?: string
  readonly expression: string
}

export interface ClaimMappings {
  readonly username: PrefixedClaimOrExpression
  readonly groups: PrefixedClaimOrExpression
  readonly uid: { readonly claim: string; readonly expression: string }
  readonly extra: readonly { readonly key: string; readonly valueExpression: string }[]
}

export interface AuthorizationConfiguration {
  readonly authorizers: readonly AuthorizerConfiguration[]
}

export interface AuthorizerConfiguration {
  readonly type: string
  readonly name: string
  readonly webhook?: WebhookConfiguration
}

export interface WebhookConfiguration {
  /** In nanoseconds, as all durations. */
  readonly authorizedTTL: bigint
  readonly unauthorizedTTL: bigint
  readonly timeout: bigint
  readonly cacheAuthorizedRequests: boolean
  readonly cacheUnauthorizedRequests: boolean
  readonly subjectAccessReviewVersion: string
  readonly matchConditionSubjectAccessReviewVersion: string
  readonly failurePolicy: string
  /** In a valid file `type` is `OrchConfigFile` or `InClusterConfig`, whatever the file's spelling. */
  readonly connectionInfo: { readonly type: string; readonly orchConfigFile?: string }
  readonly matchConditions: readonly { readonly expression: string }[]
}

export interface EgressSelectorConfiguration {
  readonly egressSelections: readonly EgressSelection[]
}

export interface EgressSelection {
  readonly name: string
  readonly connection: { readonly proxyProtocol: string; readonly transport?: EgressTransport }
}

export interface EgressTransport {
  readonly tcp?: { readonly url: string; readonly tlsConfig?: TlsConfig }
  readonly uds?: { readonly udsName: string }
}

export interface TlsConfig {
  readonly caBundle: string
  readonly clientKey: string
  readonly clientCert: string
}

export interface TracingConfiguration {
  readonly endpoint?: string
  readonly samplingRatePerMillion?: number
}

export type Configuration =
  | { readonly kind: 'AuthenticationConfiguration'; readonly spec: AuthenticationConfiguration }
  | { readonly kind: 'AuthorizationConfiguration'; readonly spec: AuthorizationConfiguration }
  | { readonly kind: 'EgressSelectorConfiguration'; readonly spec: EgressSelectorConfiguration }
  | { readonly kind: 'TracingConfiguration'; readonly spec: TracingConfiguration }
