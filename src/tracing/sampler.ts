import type { TraceContext } from './trace-context.ts'

/** A running TracingConfiguration. */
export interface TracingSettings {
  /** gRPC target name of the collector. */
  readonly endpoint: string
  /** Sampled traces per million among those that start here; `null` if not set. */
  readonly samplingRatePerMillion: number | null
}

/** The default collector. */
export const defaultEndpoint = 'localhost:4317'

export interface SamplingDecision {
  readonly sampled: boolean
  /** For display. */
  readonly why: string
}

const million = 1_000_000

/**
 * Decides whether a request's trace is sampled: as its caller decided; a trace that starts here by its id, at the
 * configured rate. [TC2]
 */
export function sample(
  { samplingRatePerMillion }: TracingSettings,
  parent: TraceContext | null,
  traceId: string,
): SamplingDecision {
  if (parent !== null)
    return { sampled: parent.sampled, why: `its caller ${parent.sampled ? 'keeps' : 'does not keep'} the trace` }
  if (samplingRatePerMillion === null || samplingRatePerMillion === 0)
    return { sampled: false, why: 'no rate is set, and it has no caller with a trace' }
  const sampled = isBelow(traceId, samplingRatePerMillion)
  return { sampled, why: `its id is ${sampled ? 'among' : 'not among'} ${samplingRatePerMillion} of a million` }
}

/** Compares the lower 63 bits of the trace id with the rate's share of their range, as OpenTelemetry does. */
function isBelow(traceId: string, ratePerMillion: number): boolean {
  if (ratePerMillion >= million) return true
  const position = BigInt(`0x${traceId.slice(16)}`) >> 1n
  return position < (BigInt(ratePerMillion) << 63n) / BigInt(million)
}
