import type { Fact } from '#facts/fact.ts'
import type { AccessEvent } from './auth/access-observer.ts'
import type { Decision } from './auth/authorizer.ts'
import { dialFamilies } from './dial-metrics.ts'
import { HistogramFamily, type MetricFamily, type MetricLabels, ValueFamily } from './endpoints/metric-families.ts'

const doubling = Array.from({ length: 15 }, (_, at) => 0.001 * 2 ** at)
const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25]
const webhookBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const tokenBuckets = [0.001, ...webhookBuckets]

/** How one stage of a request went. */
export interface AccessMetrics {
  /** The families, in the order in which they are shown. */
  readonly families: readonly MetricFamily[]
  hear(event: AccessEvent): void
  hearFact(fact: Fact): void
  authenticated(result: 'success' | 'failure' | 'error', user: string, seconds: number): void
  authorized(decision: Decision, seconds: number): void
  /** Settles when all that was heard can be shown. */
  settled(): Promise<void>
}

/** What the stages of access count, by the names of the reference. [AM1] */
export function createAccessMetrics(): AccessMetrics {
  const hashes = new Hashes()
  const stages = stageFamilies()
  const webhooks = webhookFamilies()
  const latency = new HistogramFamily(
    'apiserver_authentication_jwt_authenticator_latency_seconds',
    '[ALPHA] Latency of jwt authentication operations in seconds.',
    tokenBuckets,
  )
  const configs = {
    AuthenticationConfiguration: configFamilies('authentication'),
    AuthorizationConfiguration: configFamilies('authorization'),
  }
  const dials = dialFamilies()
  return {
    families: [
      ...stages.all,
      latency,
      ...webhooks.all,
      ...Object.values(configs).flatMap(({ all }) => all),
      ...dials.all,
    ],
    hear(event) {
      if (event.type !== 'jwt') return webhooks.hear(event)
      hashes.with(event.issuer, (hash) =>
        latency.observe({ result: event.isKnown ? 'success' : 'failure', jwt_issuer_hash: hash }, event.seconds),
      )
    },
    hearFact(fact) {
      if (fact.type === 'dial') dials.hear(fact)
      if (fact.type !== 'config-reload') return
      const { kind } = fact.reload
      if (kind !== 'AuthenticationConfiguration' && kind !== 'AuthorizationConfiguration') return
      hashes.with(serverId, (hash) => configs[kind].hear(fact.reload, hash))
    },
    authenticated: stages.authenticated,
    authorized: stages.authorized,
    settled: () => hashes.settled(),
  }
}

/** One process is one server. */
const serverId = 'apiserver'

/** SHA-256 of texts that labels must not tell. Each is taken once. */
class Hashes {
  readonly #known = new Map<string, string>()
  #waiting: Promise<unknown> = Promise.resolve()

  with(text: string, use: (hash: string) => void): void {
    const known = this.#known.get(text)
    if (known !== undefined) return use(known)
    const made = crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)).then((digest) => {
      const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
      this.#known.set(text, `sha256:${hex}`)
      use(`sha256:${hex}`)
    })
    this.#waiting = Promise.all([this.#waiting, made])
  }

  async settled(): Promise<void> {
    await this.#waiting
  }
}

function stageFamilies() {
  const users = new ValueFamily(
    'counter',
    'authenticated_user_requests',
    '[ALPHA] Counter of authenticated requests broken out by username.',
  )
  const attempts = new ValueFamily('counter', 'authentication_attempts', '[ALPHA] Counter of authenticated attempts.')
  const authenticationTime = new HistogramFamily(
    'authentication_duration_seconds',
    '[ALPHA] Authentication duration in seconds broken out by result.',
    doubling,
  )
  const decisions = new ValueFamily(
    'counter',
    'authorization_attempts_total',
    "[ALPHA] Counter of authorization attempts broken down by result. It can be either 'allowed', 'denied', 'no-opinion' or 'error'.",
  )
  const authorizationTime = new HistogramFamily(
    'authorization_duration_seconds',
    '[ALPHA] Authorization duration in seconds broken out by result.',
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

/** Names are people's: only a few of the system's own are shown. */
const compressed = (user: string): string => {
  if (wellKnown.has(user)) return user
  return user.includes('@') ? 'email_id' : 'other'
}

function webhookFamilies() {
  const counter = (name: string, help: string): ValueFamily =>
    new ValueFamily('counter', `apiserver_authorization_${name}`, `[ALPHA] ${help}`)
  const decisions = counter(
    'decisions_total',
    'Total number of terminal decisions made by an authorizer split by authorizer type, name, and decision.',
  )
  const tries = counter('webhook_evaluations_total', 'Round-trips to authorization webhooks.')
  const times = new HistogramFamily(
    'apiserver_authorization_webhook_duration_seconds',
    '[ALPHA] Request latency in seconds.',
    webhookBuckets,
  )
  const open = counter('webhook_evaluations_fail_open_total', 'NoOpinion results due to webhook timeout or error.')
  const errors = counter(
    'match_condition_evaluation_errors_total',
    'Total number of errors when an authorization webhook encounters a match condition error split by authorizer type and name.',
  )
  const exclusions = counter(
    'match_condition_exclusions_total',
    'Total number of exclusions when an authorization webhook is skipped because match conditions exclude it.',
  )
  const conditionTimes = new HistogramFamily(
    'apiserver_authorization_match_condition_evaluation_seconds',
    '[ALPHA] Authorization match condition evaluation time in seconds, split by authorizer type and name.',
    conditionBuckets,
  )
  return {
    all: [decisions, tries, times, open, errors, exclusions, conditionTimes],
    hear(event: Exclude<AccessEvent, { readonly type: 'jwt' }>): void {
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
    `[ALPHA] Total number of automatic reloads of ${what} configuration split by status and apiserver identity.`,
  )
  const times = new ValueFamily(
    'gauge',
    `${prefix}_automatic_reload_last_timestamp_seconds`,
    `[ALPHA] Timestamp of the last automatic reload of ${what} configuration split by status and apiserver identity.`,
  )
  const info = new ValueFamily(
    'gauge',
    `${prefix}_last_config_info`,
    `[ALPHA] Information about the last applied ${what} configuration with hash as label, split by apiserver identity.`,
  )
  return {
    all: [reloads, times, info],
    hear({ isInForce, hash, timeMs, atStart }: Extract<Fact, { type: 'config-reload' }>['reload'], id: string): void {
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
