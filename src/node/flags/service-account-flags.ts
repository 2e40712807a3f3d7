import { defaultIssuer } from '#server/auth/access.ts'
import type { AccountTokenOptions } from '#server/access/create-access.ts'
import { readDurationMs, wordsOf } from './read-values.ts'

export const serviceAccountFlags = {
  'service-account-issuer': { type: 'string', default: defaultIssuer as string },
  'service-account-jwks-uri': { type: 'string', default: '' },
  'service-account-max-token-expiration': { type: 'string', default: '0s' },
  'service-account-signing-key-file': { type: 'string', default: '' },
  'api-audiences': { type: 'string', multiple: true, default: [] as string[] },
} as const

interface Values {
  readonly 'service-account-issuer': string
  readonly 'service-account-jwks-uri': string
  readonly 'service-account-max-token-expiration': string
  readonly 'service-account-signing-key-file': string
  readonly 'api-audiences': readonly string[]
}

export interface ServiceAccountOptions {
  /** The issuer of service account tokens. */
  readonly issuer: string
  readonly accountTokens: AccountTokenOptions
  /** A PEM file; `''` for a key in the data folder. */
  readonly signingKeyFile: string
}

/** Reads the flags of service account tokens; a text says which is wrong. [FL5] */
export function readServiceAccountFlags(values: Values): ServiceAccountOptions | string {
  const issuer = values['service-account-issuer']
  if (issuer === '' || (issuer.includes(':') && !URL.canParse(issuer)))
    return `--service-account-issuer must be a URL or a name without a colon, not ${JSON.stringify(issuer)}`
  const jwksUri = values['service-account-jwks-uri']
  if (jwksUri !== '' && !jwksUri.startsWith('https://'))
    return `service-account-jwks-uri requires https scheme, parsed as: ${jwksUri}`
  const text = values['service-account-max-token-expiration']
  const maxMs = readDurationMs(text)
  if (maxMs === null)
    return `--service-account-max-token-expiration must be a duration such as 24h, not ${JSON.stringify(text)}`
  if (maxMs !== 0 && (maxMs < 3_600_000 || maxMs > 2 ** 32 * 1000))
    return 'the service-account-max-token-expiration must be within range [1 hour, 2^32 seconds]'
  return {
    issuer,
    accountTokens: {
      audiences: values['api-audiences'].flatMap(wordsOf),
      jwksUri,
      secondsMax: Math.floor(maxMs / 1000),
    },
    signingKeyFile: values['service-account-signing-key-file'],
  }
}
