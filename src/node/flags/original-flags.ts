import { readAllowedOrigins } from './allowed-origins.ts'

/** Flags with the names and messages of the original that need no more than a check of their value. */
export const originalFlags = {
  'max-requests-inflight': { type: 'string', default: '400' },
  'max-mutating-requests-inflight': { type: 'string', default: '200' },
  'emulated-version': { type: 'string', default: '' },
  'cors-allowed-origins': { type: 'string', default: '' },
  'strict-transport-security-directives': { type: 'string', default: '' },
  'leader-elect': { type: 'string', default: 'true' },
} as const

type Values = Readonly<Record<keyof typeof originalFlags, string>>

export interface OriginalOptions {
  /** Requests in progress at once; 0 for any number. */
  readonly inFlight: { readonly readOnly: number; readonly mutating: number }
  /** The origins whose pages may call this server. */
  readonly allowedOrigins: readonly string[]
  /** The value of the header Strict-Transport-Security; `''` for none. */
  readonly strictTransport: string
  /** The loops of a controller manager and the scheduler wait for the Leases of these components. */
  readonly leaderElect: boolean
}

/** The version whose behaviour this server has. */
const emulated = '1.34'

/** Reads the flags; a text says what is wrong with them. [ND7] */
export function readOriginalFlags(values: Values): OriginalOptions | string {
  const readOnly = readCount('max-requests-inflight', values)
  if (typeof readOnly === 'string') return readOnly
  const mutating = readCount('max-mutating-requests-inflight', values)
  if (typeof mutating === 'string') return mutating
  const leaderElect = booleans.get(values['leader-elect'])
  if (leaderElect === undefined)
    return `--leader-elect must be true or false, not ${JSON.stringify(values['leader-elect'])}`
  const allowedOrigins = readAllowedOrigins(values['cors-allowed-origins'])
  if (typeof allowedOrigins === 'string') return allowedOrigins
  const strictTransport = readDirectives(values['strict-transport-security-directives'])
  return (
    versionFault(values['emulated-version']) ??
    strictTransport.fault ?? {
      inFlight: { readOnly, mutating },
      allowedOrigins,
      strictTransport: strictTransport.header,
      leaderElect,
    }
  )
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

function readCount(flag: keyof Values, values: Values): number | string {
  const text = values[flag]
  if (!/^-?\d{1,9}$/.test(text)) return `--${flag} must be a number, not ${JSON.stringify(text)}`
  return text.startsWith('-') ? `--${flag} can not be negative value` : Number(text)
}

/** `1.34`, or `COMPONENT=1.34` separated by commas. */
function versionFault(text: string): string | null {
  const wrong = text
    .split(',')
    .map((part) => part.replace(/^kube=/, ''))
    .find((version) => version !== '' && version !== emulated && version !== `v${emulated}`)
  return wrong === undefined ? null : `--emulated-version can be ${emulated} only, not ${JSON.stringify(wrong)}`
}

function readDirectives(text: string): { readonly header: string; readonly fault?: string } {
  if (text === '') return { header: '' }
  const words = text.split(',')
  const isKnown = (word: string): boolean =>
    word === 'includeSubDomains' || word === 'preload' || /^max-age=[1-9]\d*$/.test(word)
  if (words.every(isKnown)) return { header: words.join('; ') }
  return {
    header: '',
    fault:
      '--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information',
  }
}
