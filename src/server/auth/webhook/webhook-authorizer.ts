import { errorText } from '#api/error-text.ts'
import { tracedFetch } from '#api/call-trace.ts'
import type { Attributes, Authorizer, Decision } from '#server/auth/authorizer.ts'
import { type Outbound, trusting } from '#server/auth/outbound.ts'
import { callWebhook } from './call-webhook.ts'
import { failed } from './failed.ts'
import { judgeMatch } from './match-conditions.ts'
import type { Verdict } from './read-answer.ts'
import { reviewOf, reviewSpec } from './review.ts'
import { VerdictCache } from './verdict-cache.ts'
import type { WebhookConfig } from './webhook-config.ts'

/** In bytes. Longer attributes are not cached, because the caller chooses them. */
const maxKeptBytes = 10_000

interface Options {
  readonly outbound: Outbound
  readonly config: WebhookConfig
  /** Returns a number in [0, 1), for the jitter of retries. */
  readonly chance?: () => number
}

/** Its decisions always have to be waited for. */
interface WebhookAuthorizer extends Authorizer {
  authorize(...args: Parameters<Authorizer['authorize']>): Promise<Decision>
}

/** Creates an authorizer that calls a webhook. [AZ1] */
export function webhookAuthorizer({ outbound: host, config, chance = Math.random }: Options): WebhookAuthorizer {
  const outbound = trusting(host, config.caBundle)
  const cache = new VerdictCache(outbound.clock)
  return {
    rulesFor: async () => ({
      rules: [],
      isIncomplete: true,
      errors: ['webhook authorizer does not support user rule resolution'],
    }),
    async authorize(attributes, { onEvent, trace } = {}) {
      const match = judgeMatch(config, attributes, onEvent, outbound.observer)
      if (match !== null) return match
      const spec = reviewSpec(attributes, config.version)
      const review = reviewOf(spec, config.version)
      const key = JSON.stringify(spec)
      const kept = cache.get(key)
      if (kept !== null) {
        const keptMs = kept.untilMs - outbound.clock.now()
        onEvent?.({ type: 'review', review: { review, answer: kept.verdict, isCached: true, keptMs } })
        return toDecision(config, kept.verdict, 'from its cache')
      }
      let verdict: Verdict
      try {
        const traced = { ...outbound, fetch: tracedFetch(outbound.fetch, trace) }
        verdict = await callWebhook({ outbound: traced, config, review, chance })
      } catch (error) {
        onEvent?.({ type: 'review', review: { review, answer: null, isCached: false, keptMs: 0 } })
        return failed(config, errorText(error))
      }
      const ttlMs = verdict.allowed ? config.authorizedTtlMs : config.unauthorizedTtlMs
      const keptMs = isKept(attributes) ? ttlMs : 0
      if (isKept(attributes)) cache.put(key, verdict, ttlMs)
      onEvent?.({ type: 'review', review: { review, answer: verdict, isCached: false, keptMs } })
      return toDecision(config, verdict, 'asked')
    },
  }
}

function toDecision({ name }: WebhookConfig, { allowed, denied, reason }: Verdict, how: string): Decision {
  const by = `webhook ${name}, ${how}`
  if (denied && allowed)
    return {
      type: 'denied',
      why: reason,
      by,
      error: 'webhook subject access review returned both allow and deny response',
    }
  if (denied) return { type: 'denied', why: reason, by }
  return { type: allowed ? 'allowed' : 'no-opinion', why: reason, by }
}

const isKept = ({ namespace, verb, group, version, resource, subresource, name, path }: Attributes): boolean =>
  new TextEncoder().encode([namespace, verb, group, version, resource, subresource, name, path].join('')).length <
  maxKeptBytes
