import type { TracingConfiguration } from '#config/config-types.ts'
import { defaultEndpoint, type TracingSettings } from '#tracing/sampler.ts'

/** A valid configuration as the tracer uses it. */
export const compileTracing = ({ endpoint, samplingRatePerMillion }: TracingConfiguration): TracingSettings => ({
  endpoint: endpoint === undefined || endpoint === '' ? defaultEndpoint : endpoint,
  samplingRatePerMillion: samplingRatePerMillion ?? null,
})
