import type { Clock } from '#api/clock.ts'
import { createDialer, type HostFetch } from '#egress/dialer.ts'
import type { EgressName, EgressSettings } from '#egress/egress-settings.ts'
import type { Fact } from '#facts/fact.ts'
import type { RouteTrial, SamplingTrial } from '#facts/config-api.ts'
import { sample, type TracingSettings } from '#tracing/sampler.ts'
import { parseTraceparent } from '#tracing/trace-context.ts'

interface Way {
  readonly fetch: HostFetch
  readonly clock: Clock
}

/** Connects to a destination by the route of some settings, as a webhook call would, and reports the steps. [LD5] */
export async function tryRoute(
  { fetch, clock }: Way,
  settings: EgressSettings | null,
  name: EgressName,
  destination: string,
): Promise<RouteTrial> {
  const facts: Fact[] = []
  const dialer = createDialer({ fetch, clock, report: (fact) => facts.push(fact) })
  dialer.apply(settings)
  const url = destination.includes('://') ? destination : `https://${destination}/`
  await dialer
    .for(
      name,
      'trial',
    )(new Request(url))
    .then(
      (response) => response.body?.cancel(),
      // The error is part of the fact.
      () => undefined,
    )
  const dial = facts.find((fact) => fact.type === 'dial')
  if (dial === undefined) throw new Error('the dial left no fact')
  const { route, why, talk, error } = dial
  return { route, why, talk, error }
}

/** Reports whether a request with this header would be sampled. [LD5] */
export function trySampling(settings: TracingSettings | null, traceparent: string, newId: () => string): SamplingTrial {
  if (settings === null) return { sampled: false, why: 'there is no tracing configuration', traceId: '', endpoint: '' }
  const parent = parseTraceparent(traceparent)
  const traceId = parent?.traceId ?? newId()
  return { ...sample(settings, parent, traceId), traceId, endpoint: settings.endpoint }
}
