import { invalid } from '#api/field-error.ts'
import { tryParseUrl, UrlError } from '#go/url.ts'
import type { TracingConfiguration } from '#config/config-types.ts'
import type { RuleContext } from './rule-context.ts'

const MILLION = 1_000_000
const schemes = ['dns', 'unix', 'unix-abstract']

/** All rules of a TracingConfiguration. */
export function checkTracing(
  context: RuleContext,
  { endpoint, samplingRatePerMillion: rate }: TracingConfiguration,
): void {
  const rateName = 'samplingRatePerMillion'
  if (rate !== undefined && rate < 0)
    context.found.error('T01', invalid(rateName, rate, 'sampling rate must be positive'), [rateName])
  if (rate !== undefined && rate > MILLION)
    context.found.error(
      'T02',
      invalid(rateName, rate, 'sampling rate per million must be less than or equal to one million'),
      [rateName],
    )
  if (endpoint !== undefined) checkEndpoint(context, endpoint.includes('//') ? endpoint : `dns://${endpoint}`)
}

function checkEndpoint(context: RuleContext, endpoint: string): void {
  const url = tryParseUrl(endpoint)
  if (url instanceof UrlError) context.found.error('T04', invalid('endpoint', endpoint, url.message), ['endpoint'])
  else if (!schemes.includes(url.scheme)) {
    const text = `unsupported scheme: ${url.scheme}.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md`
    context.found.error('T03', invalid('endpoint', endpoint, text), ['endpoint'])
  }
}
