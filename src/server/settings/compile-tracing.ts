import type { TracingConfiguration } from '#config/config-types.ts'
import { defaultEndpoint, type TracingSettings } from '#tracing/sampler.ts'

/** Compiles a valid configuration for the tracer. */
export const compileTracing = ({ endpoint, samplingRatePerMillion }: TracingConfiguration): TracingSettings => ({
  endpoint: endpoint === undefined || endpoint === '' ? defaultEndpoint : endpoint,
  samplingRatePerMillion: samplingRatePerMillion ?? null,
})
