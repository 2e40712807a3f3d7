import { wordsOf } from './read-values.ts'

export const oidcFlags = {
  'oidc-issuer-url': { type: 'string', default: '' },
  'oidc-client-id': { type: 'string', default: '' },
  'oidc-ca-file': { type: 'string', default: '' },
  'oidc-username-claim': { type: 'string', default: 'sub' },
  'oidc-username-prefix': { type: 'string', default: '' },
  'oidc-groups-claim': { type: 'string', default: '' },
  'oidc-groups-prefix': { type: 'string', default: '' },
  'oidc-signing-algs': { type: 'string', multiple: true, default: ['RS256'] as string[] },
  'oidc-required-claim': { type: 'string', multiple: true, default: [] as string[] },
} as const

/** One JWT authenticator, described by flags. */
export interface OidcFlags {
  readonly issuerUrl: string
  readonly clientId: string
  /** The path of a PEM file; `''` for the host's own authorities. */
  readonly caFile: string
  readonly usernameClaim: string
  /** With the prefix that the flag leaves out. */
  readonly usernamePrefix: string
  readonly groupsClaim: string
  readonly groupsPrefix: string
  readonly algorithms: readonly string[]
  readonly requiredClaims: readonly (readonly [claim: string, value: string])[]
}

type Texts = { readonly [Flag in Exclude<keyof typeof oidcFlags, 'oidc-signing-algs' | 'oidc-required-claim'>]: string }

interface Values extends Texts {
  readonly 'oidc-signing-algs': readonly string[]
  readonly 'oidc-required-claim': readonly string[]
  readonly 'authentication-config': string
}

/**
 * Reads the `--oidc-*` flags. `given` are the names of the flags on the command line; a text is the reference's error,
 * `null` means that none is given. [FL3]
 */
export function readOidcFlags(values: Values, given: ReadonlySet<string>): OidcFlags | null | string {
  const names = Object.keys(oidcFlags).filter((name) => given.has(name))
  if (names.length === 0) return null
  if (values['authentication-config'] !== '')
    return 'authentication-config file and oidc-* flags are mutually exclusive'
  const [issuerUrl, clientId] = [values['oidc-issuer-url'], values['oidc-client-id']]
  if (issuerUrl === '' || clientId === '')
    return 'oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set'
  const requiredClaims = values['oidc-required-claim'].flatMap(wordsOf).map(pairOf)
  const wrong = requiredClaims.find((pair) => typeof pair === 'string')
  if (typeof wrong === 'string')
    return `invalid argument ${JSON.stringify(wrong)} for "--oidc-required-claim" flag: malformed pair, expect string=string`
  return {
    issuerUrl,
    clientId,
    caFile: values['oidc-ca-file'],
    usernameClaim: values['oidc-username-claim'],
    usernamePrefix: prefixOf(values),
    groupsClaim: values['oidc-groups-claim'],
    groupsPrefix: values['oidc-groups-prefix'],
    algorithms: values['oidc-signing-algs'].flatMap(wordsOf),
    requiredClaims: requiredClaims.filter((pair) => typeof pair !== 'string'),
  }
}

/** Every claim but `email` is prefixed by the issuer, unless the prefix is `-`. */
function prefixOf(values: Values): string {
  const given = values['oidc-username-prefix']
  if (given === '-') return ''
  return given === '' && values['oidc-username-claim'] !== 'email' ? `${values['oidc-issuer-url']}#` : given
}

function pairOf(text: string): readonly [string, string] | string {
  const at = text.indexOf('=')
  return at < 0 ? text : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
