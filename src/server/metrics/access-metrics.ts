import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fact } from '#facts/fact.ts'
import type { AccessEvent } from '#server/auth/access-observer.ts'
import type { Decision } from '#server/auth/authorizer.ts'
import { dialFamilies } from './dial-metrics.ts'
import { HistogramFamily, type MetricFamily, type MetricLabels, ValueFamily } from './metric-families.ts'
import { createPodSecurityMetrics, type PodSecurityMetrics } from './pod-security-metrics.ts'

const doubling = Array.from({ length: 15 }, (_, at) => 0.001 * 2 ** at)
const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25]
const webhookBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const tokenBuckets = [0.001, ...webhookBuckets]

/** Counters and histograms about authentication, authorization, their configuration, and pod security. */
export interface AccessMetrics {
  /** In the order of `/metrics`. */
  readonly families: readonly MetricFamily[]
  readonly podSecurity: PodSecurityMetrics
  observe(event: AccessEvent): void
  hearFact(fact: Fact): void
  authenticated(result: 'success' | 'failure' | 'error', user: string, seconds: number): void
  authorized(decision: Decision, seconds: number): void
}

/** Metrics of authentication and authorization, with the names and labels that Kubernetes uses. [AM1] */
export function createAccessMetrics(): AccessMetrics {
  const hashOf = createLabelHashes()
  const stages = stageFamilies()
  const webhooks = webhookFamilies()
  const latency = new HistogramFamily(
    'apiserver_authentication_jwt_authenticator_latency_seconds',
    '[ALPHA] Seconds that checking a JSON Web Token took, by result and hash of the issuer.',
    tokenBuckets,
  )
  const configs = {
    AuthenticationConfiguration: configFamilies('authentication'),
    AuthorizationConfiguration: configFamilies('authorization'),
  }
  const dials = dialFamilies()
  const podSecurity = createPodSecurityMetrics()
  return {
    families: [
      ...stages.all,
      latency,
      ...webhooks.all,
      ...Object.values(configs).flatMap(({ all }) => all),
      ...dials.all,
      ...podSecurity.families,
    ],
    podSecurity,
    observe(event) {
      if (event.type !== 'jwt') return webhooks.observe(event)
      const labels = { result: event.isKnown ? 'success' : 'failure', jwt_issuer_hash: hashOf(event.issuer) }
      latency.observe(labels, event.seconds)
    },
    hearFact(fact) {
      if (fact.type === 'dial') dials.observe(fact)
      if (fact.type !== 'config-reload') return
      const { kind } = fact.reload
      if (kind !== 'AuthenticationConfiguration' && kind !== 'AuthorizationConfiguration') return
      configs[kind].observe(fact.reload, hashOf(serverId))
    },
    authenticated: stages.authenticated,
    authorized: stages.authorized,
  }
}

/** The server identity in labels: a process has one server. */
const serverId = 'apiserver'

/** Returns a function that computes `sha256:…` of texts that a label must not expose. Each hash is computed once. */
function createLabelHashes(): (text: string) => string {
  const cached = new Map<string, string>()
  return (text) => {
    const hash = cached.get(text) ?? `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`
    cached.set(text, hash)
    return hash
  }
}

function stageFamilies() {
  const users = new ValueFamily(
    'counter',
    'authenticated_user_requests',
    '[ALPHA] Authenticated requests, by class of user name.',
  )
  const attempts = new ValueFamily(
    'counter',
    'authentication_attempts',
    '[ALPHA] Attempts to authenticate a request, by result.',
  )
  const authenticationTime = new HistogramFamily(
    'authentication_duration_seconds',
    '[ALPHA] Seconds that authentication of a request took, by result.',
    doubling,
  )
  const decisions = new ValueFamily(
    'counter',
    'authorization_attempts_total',
    '[ALPHA] Authorization decisions on requests, by result: allowed, denied, no-opinion or error.',
  )
  const authorizationTime = new HistogramFamily(
    'authorization_duration_seconds',
    '[ALPHA] Seconds that authorization of a request took, by result.',
    doubling,
  )
  return {
    all: [users, attempts, authenticationTime, decisions, authorizationTime],
    authenticated(result: string, user: string, seconds: number): void {
      if (result === 'success') users.add({ username: compressed(user) })
      attempts.add({ result })
      authenticationTime.observe({ result }, seconds)
    },
    authorized({ type, error }: Decision, seconds: number): void {
      const result = type !== 'allowed' && error !== undefined ? 'error' : type
      decisions.add({ result })
      authorizationTime.observe({ result }, seconds)
    },
  }
}

const wellKnown = new Set(['admin', 'client', 'kube_proxy', 'kubelet', 'system:serviceaccount:kube-system:default'])

/** User names are personal data: only a few names of the system are exposed. */
const compressed = (user: string): string => {
  if (wellKnown.has(user)) return user
  return user.includes('@') ? 'email_id' : 'other'
}

function webhookFamilies() {
  const counter = (name: string, help: string): ValueFamily =>
    new ValueFamily('counter', `apiserver_authorization_${name}`, `[ALPHA] ${help}`)
  const decisions = counter('decisions_total', 'Requests that an authorizer allowed or denied, by its type and name.')
  const tries = counter('webhook_evaluations_total', 'Calls of authorization webhooks, retries included, by result.')
  const times = new HistogramFamily(
    'apiserver_authorization_webhook_duration_seconds',
    '[ALPHA] Seconds that a call of an authorization webhook took, by result.',
    webhookBuckets,
  )
  const open = counter(
    'webhook_evaluations_fail_open_total',
    'Calls of a webhook that failed and counted as no opinion, by result.',
  )
  const errors = counter(
    'match_condition_evaluation_errors_total',
    'Requests for which a match condition of an authorizer ended in an error.',
  )
  const exclusions = counter(
    'match_condition_exclusions_total',
    'Requests for which an authorizer was skipped because of its match conditions.',
  )
  const conditionTimes = new HistogramFamily(
    'apiserver_authorization_match_condition_evaluation_seconds',
    '[ALPHA] Seconds that the match conditions of an authorizer took for a request.',
    conditionBuckets,
  )
  return {
    all: [decisions, tries, times, open, errors, exclusions, conditionTimes],
    observe(event: Exclude<AccessEvent, { readonly type: 'jwt' }>): void {
      const { name } = event
      const here: MetricLabels = { type: 'Webhook', name }
      if (event.type === 'decision') {
        const { authorizer, decision } = event
        if (decision !== 'no-opinion') decisions.add({ type: authorizer, name, decision })
      } else if (event.type === 'webhook-try') {
        tries.add({ name, result: event.result })
        times.observe({ name, result: event.result }, event.seconds)
      } else if (event.type === 'webhook-fail-open') open.add({ name, result: event.result })
      else {
        conditionTimes.observe(here, event.seconds)
        if (event.isExcluded) exclusions.add(here)
        if (event.hasErrors) errors.add(here)
      }
    },
  }
}

function configFamilies(what: 'authentication' | 'authorization') {
  const prefix = `apiserver_${what}_config_controller`
  const reloads = new ValueFamily(
    'counter',
    `${prefix}_automatic_reloads_total`,
    `[ALPHA] Reloads of the ${what} configuration file after a change, by status.`,
  )
  const times = new ValueFamily(
    'gauge',
    `${prefix}_automatic_reload_last_timestamp_seconds`,
    `[ALPHA] When the ${what} configuration file was last reloaded, in seconds since 1970, by status.`,
  )
  const info = new ValueFamily(
    'gauge',
    `${prefix}_last_config_info`,
    `[ALPHA] Always 1; the label hash is that of the ${what} configuration in force.`,
  )
  return {
    all: [reloads, times, info],
    observe(
      { isInForce, hash, timeMs, atStart }: Extract<Fact, { type: 'config-reload' }>['reload'],
      id: string,
    ): void {
      const labels = { status: isInForce ? 'success' : 'failure', apiserver_id_hash: id }
      if (atStart !== true) {
        reloads.add(labels)
        times.set(labels, timeMs / 1000)
      }
      if (!isInForce) return
      info.clear()
      if (hash !== '') info.set({ apiserver_id_hash: id, hash: `sha256:${hash}` }, 1)
    },
  }
}
