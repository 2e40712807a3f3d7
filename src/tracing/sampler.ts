import type { TraceContext } from './trace-context.ts'

/** A running TracingConfiguration. */
export interface TracingSettings {
  /** gRPC name of the collector. */
  readonly endpoint: string
  /** Of a million traces that begin here; `null` for none. */
  readonly samplingRatePerMillion: number | null
}

/** The collector that is meant when none is named. */
export const defaultEndpoint = 'localhost:4317'

export interface SamplingDecision {
  readonly sampled: boolean
  /** In words, for displays. */
  readonly why: string
}

const million = 1_000_000

/** Whether a request's spans are kept: as its caller does; a trace that begins here by its id, at the rate. [TC2] */
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

/** The lower half of the id as a number of 63 bits, against that part of all such numbers: the OpenTelemetry way. */
function isBelow(traceId: string, ratePerMillion: number): boolean {
  if (ratePerMillion >= million) return true
  const position = BigInt(`0x${traceId.slice(16)}`) >> 1n
  return position < (BigInt(ratePerMillion) << 63n) / BigInt(million)
}
