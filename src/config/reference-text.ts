import type { Finding } from './finding.ts'
import type { KindName } from './kinds/config-field.ts'

/** Message prefixes for a file that cannot be loaded and for an invalid one. */
const prefixes: Readonly<Record<KindName, readonly [load: string, validate: string]>> = {
  AuthenticationConfiguration: [
    'failed to load authentication configuration from file "{file}": ',
    'invalid authentication configuration: ',
  ],
  AuthorizationConfiguration: ['failed to load AuthorizationConfiguration from file: ', ''],
  EgressSelectorConfiguration: [
    'failed to read egress selector config: ',
    'failed to validate egress selector configuration: ',
  ],
  TracingConfiguration: [
    'failed to read tracing config: unable to decode tracing configuration data: ',
    'failed to validate tracing configuration: ',
  ],
}

/** Returns the one-line message with which the reference refuses to start: equal reasons once, several in brackets. */
export function referenceText(kind: KindName | undefined, isUnloaded: boolean, errors: readonly Finding[]): string {
  if (errors.length === 0) return ''
  const [load, validate] = kind === undefined ? ['', ''] : prefixes[kind]
  if (isUnloaded) return load + (errors[0]?.whole ?? errors[0]?.message ?? '')
  const reasons = [...new Set(errors.map(({ whole, path, message }) => whole ?? `${path}: ${message}`))]
  return validate + (reasons.length === 1 ? reasons[0] : `[${reasons.join(', ')}]`)
}
