import { keepNewest } from '#api/caching/keep-newest.ts'
import type { JsonObject } from '#api/json.ts'
import { noObserver } from '#server/auth/access-observer.ts'
import { type Outbound, routed, trusting } from '#server/auth/outbound.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import { type Result, untrustedIssuer } from './compact-token.ts'
import { type Discovery, startDiscovery } from './discovery.ts'
import { expandClaim } from './distributed-claims.ts'
import type { SignatureAlgorithm } from './json-web-key.ts'
import type { JwtConfig } from './jwt-config.ts'
import { mapUser, toUserVariable } from './map-user.ts'
import { evaluateRules, type RuleOutcome, whyRequiredClaimFails, whyRulesFail } from './rules.ts'
import { noTrace, type Trace, type TraceStep, type TraceStepName } from './trace.ts'
import { verifyToken } from './verify-token.ts'

/** The result of authenticating a token. */
export type TokenAnswer =
  /** The token is another issuer's, or not a JWT: the next authenticator is called. */
  | { readonly type: 'not-mine' }
  | { readonly type: 'user'; readonly user: UserInfo }
  | { readonly type: 'error'; readonly error: string }

/** Authenticates the users of one token issuer. */
export interface JwtAuthenticator {
  readonly issuer: string
  /** Settles when the first attempt at discovery ended. */
  readonly ready: Promise<void>
  authenticate(token: string, trace?: Trace): Promise<TokenAnswer>
  discovery(): Discovery
  stop(): void
}

interface Options {
  readonly outbound: Outbound
  readonly config: JwtConfig
  /** Default: those of `config`, or all nine that are supported. */
  readonly algorithms?: readonly SignatureAlgorithm[]
}

/** Creates an authenticator for the tokens of one issuer. [JW1] */
export function jwtAuthenticator({
  outbound: host,
  config,
  algorithms = config.algorithms,
}: Options): JwtAuthenticator {
  const outbound = routed(trusting(host, config.issuer.certificateAuthority), config.issuer.egressSelectorType ?? '')
  const discovery = startDiscovery(outbound, config.issuer)
  const foreign = new Map<string, Discovery>()
  const verify = async (text: string, issuer: string, trace: Trace): Promise<Result<JsonObject>> => {
    const found = issuer === config.issuer.url ? discovery : await discoverForeign(outbound, foreign, issuer)
    const keys = found.keys()
    if (keys === null) {
      const error = `oidc: authenticator not initialized${found.error() === null ? '' : `: ${found.error()}`}`
      trace({ step: 'discovery', outcome: 'failed', detail: error })
      return { error }
    }
    const { audiences } = config.issuer
    const verified = await verifyToken(text, { issuer, audiences, algorithms, keys, clock: outbound.clock }, trace)
    return 'error' in verified ? { error: `oidc: verify token: ${verified.error}` } : verified
  }
  const check = async (token: string, trace: Trace): Promise<TokenAnswer> => {
    const verified = await verify(token, config.issuer.url, trace)
    if ('error' in verified) return { type: 'error', error: verified.error }
    const claims = await withGroups({ outbound, config, trace, verify }, verified.value)
    if ('error' in claims) return { type: 'error', error: claims.error }
    const user = toUser(config, claims.value, trace)
    return 'error' in user ? { type: 'error', error: user.error } : { type: 'user', user: user.value }
  }
  const { observer = noObserver } = outbound
  return {
    issuer: config.issuer.url,
    ready: discovery.firstTry,
    discovery: () => discovery,
    async authenticate(token, trace = noTrace) {
      const issuer = config.issuer.url
      if (untrustedIssuer(token) !== issuer) return { type: 'not-mine' }
      trace({ step: 'issuer', outcome: 'passed', detail: issuer })
      const start = observer.monotonicMs()
      const answer = await check(token, trace)
      const seconds = (observer.monotonicMs() - start) / 1000
      observer.observe({ type: 'jwt', issuer, isKnown: answer.type === 'user', seconds })
      return answer
    },
    stop: () => [discovery, ...foreign.values()].forEach((each) => each.stop()),
  }
}

/** The maximum number of cached issuers that are named only by distributed claims. */
const maxForeign = 16

async function discoverForeign(outbound: Outbound, known: Map<string, Discovery>, url: string): Promise<Discovery> {
  const found = known.get(url)
  if (found !== undefined && found.keys() !== null) return found
  found?.stop()
  const started = startDiscovery(outbound, { url })
  await started.firstTry
  started.stop()
  keepNewest(known, [url, started], maxForeign)
  return started
}

interface Expansion {
  readonly outbound: Outbound
  readonly config: JwtConfig
  readonly trace: Trace
  readonly verify: (text: string, issuer: string, trace: Trace) => Promise<Result<JsonObject>>
}

/**
 * Resolves a distributed groups claim. Only a groups mapping by *claim* is resolved, not one by expression. [JW16]
 */
async function withGroups(
  { outbound, config: { groups }, trace, verify }: Expansion,
  claims: JsonObject,
): Promise<Result<JsonObject>> {
  if (groups.type !== 'claim') return { value: claims }
  const expanded = await expandClaim(outbound, claims, groups.claim, async (text, issuer) => {
    const verified = await verify(text, issuer, noTrace)
    return 'error' in verified ? { error: verified.error.replace(/^oidc: verify token: /, '') } : verified
  })
  if ('error' in expanded) trace({ step: 'distributed claims', outcome: 'failed', detail: expanded.error })
  else if (expanded.value !== claims)
    trace({ step: 'distributed claims', outcome: 'passed', detail: `${groups.claim} was fetched from its source` })
  return expanded
}

/** Mappings first, then required claims, then claim validation rules, then user validation rules. [JW10] */
function toUser(config: JwtConfig, claims: JsonObject, trace: Trace): Result<UserInfo> {
  const user = mapUser(config, claims, trace)
  if ('error' in user) return user
  const missing = whyRequiredClaimFails(config.requiredClaims, claims)
  if (missing !== null) {
    const failing = config.requiredClaims.find((required) => whyRequiredClaimFails([required], claims) !== null)
    trace({ step: 'required claim', outcome: 'failed', detail: missing, ...fieldOf(failing) })
    return { error: missing }
  }
  const byClaims = judge(trace, 'claim rule', evaluateRules(config.claimRules, claims))
  if (byClaims !== null) return { error: `oidc: error evaluating claim validation expression: ${byClaims}` }
  const byUser = judge(trace, 'user rule', evaluateRules(config.userRules, toUserVariable(user.value)))
  return byUser === null ? user : { error: `oidc: error evaluating user info validation rule: ${byUser}` }
}

const fieldOf = (asking: { readonly field?: string } | undefined): Pick<TraceStep, 'field'> =>
  asking?.field === undefined ? {} : { field: asking.field }

function judge(trace: Trace, step: TraceStepName, outcomes: readonly RuleOutcome[]): string | null {
  for (const { rule, result } of outcomes) {
    const holds = 'value' in result && result.value === true
    const failure = 'error' in result ? result.error : rule.message
    const detail = holds ? rule.expression.text : failure
    trace({ step, outcome: holds ? 'passed' : 'failed', detail, ...fieldOf(rule) })
  }
  return whyRulesFail(outcomes)
}
