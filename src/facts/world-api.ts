import type { JsonObject } from '#api/json.ts'

/*
 * The simulated outside world of a page, under `/debug/world`: token issuers, webhooks, proxies, a trace collector and
 * files. A server in Node reaches the real world, and has none of these paths.
 *
 * GET    /debug/world                          WorldState
 * POST   /debug/world/reset                    back to the world of a fresh page
 * POST   /debug/world/issuers/NAME/tokens      MintRequest; answers MintedToken
 * POST   /debug/world/issuers/NAME/keys        {"alg"}: a new key, the only one that new tokens are signed with
 * DELETE /debug/world/issuers/NAME/keys/KID    withdraws a key
 * PUT    /debug/world/authorizers/NAME         {"rules": AuthorizerRule[]}
 * PUT    /debug/world/admission/NAME           {"rules": AdmissionRule[]}
 * PUT    /debug/world/faults/NAME              Faults of the party of that name
 * PUT    /debug/world/files                    {"path", "text"}; text null deletes
 * DELETE /debug/world/traces                   forgets the collector's spans
 */

/** Domain of all simulated parties; RFC 6761 reserves it, so no real name server resolves it. */
const worldDomain = '.example.test'

/** Reports whether a request is for the simulated world. */
export const isWorldUrl = (url: URL): boolean => url.protocol === 'https:' && url.hostname.endsWith(worldDomain)

/** The simulated faults of a party. */
export interface Faults {
  readonly latencyMs: number
  /** Answers with 500. */
  readonly isFailing: boolean
  /** Sends a malformed response. */
  readonly isMalformed: boolean
  /** Its certificate has expired, so that connections fail. */
  readonly isExpired: boolean
  /** Does not listen, so that connections fail. */
  readonly isDown: boolean
}

export type TokenAlgorithm = 'RS256' | 'RS384' | 'RS512' | 'ES256' | 'ES384' | 'PS256' | 'PS384' | 'PS512'

export interface WorldKey {
  readonly kid: string
  readonly alg: TokenAlgorithm
  readonly createdMs: number
}

export interface WorldIssuer {
  readonly name: string
  readonly url: string
  /** Published keys, newest first: new tokens are signed with the newest. */
  readonly keys: readonly WorldKey[]
  /** Initial claims of a new token. */
  readonly sample: JsonObject
}

/** A row of a rule table: an absent column matches everything; the first matching row decides. */
export interface AuthorizerRule {
  readonly user?: string
  readonly group?: string
  readonly verb?: string
  readonly resource?: string
  readonly namespace?: string
  readonly path?: string
  readonly decision: 'allow' | 'deny' | 'no-opinion'
  readonly reason: string
}

export interface WorldAuthorizer {
  readonly name: string
  readonly url: string
  readonly rules: readonly AuthorizerRule[]
  readonly calls: number
}

/** A rule of an admission webhook: the objects it applies to, and what it does with them. All matching rules apply. */
export interface AdmissionRule {
  readonly operation?: string
  readonly resource?: string
  readonly namespace?: string
  /** Dotted path of a field; the row matches if the field is absent, present, or has the value. */
  readonly field?: string
  readonly is?: 'absent' | 'present' | 'equal'
  readonly value?: string
  readonly action: 'deny' | 'warn' | 'patch'
  readonly message: string
  /** JSON Patch operations for `patch`. */
  readonly patch?: readonly JsonObject[]
}

export interface WorldAdmissionWebhook {
  readonly name: string
  readonly url: string
  readonly rules: readonly AdmissionRule[]
  readonly calls: number
}

export interface WorldProxy {
  readonly name: string
  readonly protocol: 'HTTPConnect' | 'GRPC'
  /** `https://…` or the path of a socket. */
  readonly address: string
  readonly tunnels: number
}

export interface WorldSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly error: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
}

export interface WorldState {
  readonly issuers: readonly WorldIssuer[]
  readonly authorizers: readonly WorldAuthorizer[]
  readonly admission: readonly WorldAdmissionWebhook[]
  readonly proxies: readonly WorldProxy[]
  readonly collector: { readonly endpoint: string; readonly exports: number; readonly spans: readonly WorldSpan[] }
  /** Files that configurations name, by path. */
  readonly files: Readonly<Record<string, string>>
  /** By the name of the party. */
  readonly faults: Readonly<Record<string, Faults>>
}

export interface MintRequest {
  /** `iss`, `iat` and `exp` are added if they are absent. */
  readonly claims: JsonObject
  /** Overrides members of the header. */
  readonly header?: JsonObject
  /** Default: the newest key. */
  readonly kid?: string
  /** Makes an invalid token: claims changed after signing, a foreign key, or no signature. */
  readonly forgery?: 'changed-claims' | 'foreign-key' | 'unsigned'
}

export interface MintedToken {
  readonly token: string
}
