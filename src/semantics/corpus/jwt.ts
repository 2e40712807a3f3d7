import { SignJWT, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { JsonObject } from '#api/json.ts'
import type { AuthenticationConfiguration, JwtAuthenticator } from '#config/config-types.ts'
import { nobody } from '#server/auth/authenticator.ts'
import { jwtAuthenticator, type TokenAnswer } from '#server/auth/jwt/jwt-authenticator.ts'
import type { SignatureAlgorithm } from '#server/auth/jwt/json-web-key.ts'
import { compileAuthentication } from '#server/settings/compile-authentication.ts'
import { systemClock } from '#api/system-clock.ts'
import { startServer } from '#semantics/trial-server.ts'
import { type Family, judge, type Outcome, readCases } from './family.ts'
import { tryIssuer, tryRefused } from './jwt-issuers.ts'
import { wycheproof } from './wycheproof.ts'

export const jwt: Family = {
  name: 'jwt',
  async run(dir) {
    const parts = [await attacks(dir), await oidcCases(dir), await wycheproof(dir)]
    return parts.every((part) => part === null) ? null : parts.flatMap((part) => part ?? [])
  },
}

interface Attacks {
  readonly issuer: string
  readonly audience: string
  readonly jwks: JsonObject
  readonly attacks: readonly Attack[]
}

interface Attack {
  readonly id: string
  readonly expect: string
  readonly token: string | null
  readonly generate: JsonObject | null
}

const decoded = (
  part: Partial<JwtAuthenticator> & Pick<JwtAuthenticator, 'issuer' | 'claimMappings'>,
): AuthenticationConfiguration => ({
  jwt: [{ claimValidationRules: [], userValidationRules: [], ...part }],
})

const noSource = { claim: '', expression: '' }

/** Forged and malformed tokens, sent to a whole server: the answer is 401, and only the issuer may be called. */
async function attacks(dir: string): Promise<readonly Outcome[] | null> {
  const file = readCases<Attacks>(dir, 'jwt/attacks.json')
  if (file === null) return null
  const asked: string[] = []
  const trial = startServer({
    clock: systemClock,
    authenticator: nobody,
    authorizationMode: 'RBAC',
    fetch: async (request) => {
      asked.push(request.url)
      if (request.url === `${file.issuer}/keys`) return Response.json(file.jwks)
      return Response.json({ issuer: file.issuer, jwks_uri: `${file.issuer}/keys` })
    },
  })
  const issuer = {
    url: file.issuer,
    audiences: [file.audience],
    discoveryURL: '',
    certificateAuthority: '',
    audienceMatchPolicy: '',
    egressSelectorType: '',
  }
  const claimMappings = {
    username: { claim: 'sub', prefix: '', expression: '' },
    groups: { claim: 'groups', prefix: 'oidc:', expression: '' },
    uid: noSource,
    extra: [],
  }
  const rule = { expression: '!user.username.startsWith("system:")', message: 'reserved' }
  const settings = compileAuthentication(decoded({ issuer, claimMappings, userValidationRules: [rule] }))
  if ((await trial.server.access.authentication.replace(settings)) !== null) throw new Error('the issuer was not found')
  const outcomes: Outcome[] = []
  const good = file.attacks.find(({ id }) => id === 'control-es256')?.token ?? ''
  for (const attack of file.attacks) {
    const headers = attack.generate?.['headers']
    const told = Array.isArray(headers) ? await tryHeaders(attack.id, headers, good, trial.send) : null
    outcomes.push(told ?? (await tryAttack(withHugeHeader(attack), trial.send, asked, file.issuer)))
  }
  return outcomes
}

type Send = ReturnType<typeof startServer>['send']

/** Sends a valid token in the wrong header, or together with impersonation headers that its user may not use. */
async function tryHeaders(id: string, lines: readonly unknown[], good: string, send: Send): Promise<Outcome> {
  const named = lines.map((line) => String(line).replace('GOOD', good))
  const odd = named.find((line) => !isHeaderLine(line))
  if (odd !== undefined) return { id, result: 'skipped', note: `fetch refuses this header line: ${odd.slice(0, 60)}` }
  const headers = Object.fromEntries(
    named.map((line) => (line.startsWith('Bearer') ? ['authorization', line] : splitHeader(line))),
  ) as Record<string, string>
  const query = named.length === 0 ? `?access_token=${good}` : ''
  const { status } = await send('POST', `/apis/authentication.orch.io/v1/selfsubjectreviews${query}`, {}, headers)
  return [401, 403].includes(status)
    ? { id, result: 'passed' }
    : { id, result: 'failed', note: `expected a refusal, got ${status}` }
}

/** Reports whether an HTTP client can send the line; other lines never reach the server. */
const isHeaderLine = (line: string): boolean =>
  /^Bearer[\t\x20-\x7e]*$/.test(line) || /^[!#$%&'*+.^`|~\w-]+: [\x20-\x7e]*$/.test(line)

const splitHeader = (line: string): readonly [string, string] => {
  const [name = '', ...rest] = line.split(': ')
  return [name.toLowerCase(), rest.join(': ')]
}

/** Builds the token that the corpus describes in prose instead of listing it. */
function withHugeHeader(attack: Attack): Attack {
  if (attack.id !== 'huge-header-64KiB') return attack
  const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: 'x'.repeat(65_536) })).toString('base64url')
  const claims = Buffer.from(JSON.stringify({ iss: 'https://issuer.example.test' })).toString('base64url')
  return { ...attack, token: `${header}.${claims}.AAAA` }
}

async function tryAttack(attack: Attack, send: Send, asked: string[], issuer: string): Promise<Outcome> {
  const { id, expect, token } = attack
  if (token === null || !/^[\x20-\x7e]*$/.test(token)) return (await tryIssuer(id)) ?? withoutToken(attack)
  asked.length = 0
  const headers = { authorization: `Bearer ${token}` }
  const answer = await send('POST', '/apis/authentication.orch.io/v1/selfsubjectreviews', {}, headers)
  const strangers = asked.filter((url) => !url.startsWith(`${issuer}/`))
  if (strangers.length > 0) return { id, result: 'failed', note: `the server asked ${strangers.join(', ')}` }
  const isIn = answer.status === 201
  // Expectations such as "accept-or-reject" and "reject-or-ignore" allow either result.
  if (/accept.*reject|reject.*(accept|ignore)/.test(expect)) return { id, result: 'passed' }
  if (isIn !== expect.startsWith('accept'))
    return { id, result: 'failed', note: `expected ${expect}, got ${answer.status}` }
  const groups: readonly string[] = answer.body?.status?.userInfo?.groups ?? []
  const isPrefixed = groups.every((group) => group.startsWith('oidc:') || group === 'system:authenticated')
  return isPrefixed ? { id, result: 'passed' } : { id, result: 'failed', note: `groups ${groups.join(', ')}` }
}

/** Cases that are not about a token, with the tests that cover them instead. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['disc-redirect', 'the case leaves it open: fetch follows redirections, as the reference does'],
])

function withoutToken({ id }: Attack): Outcome {
  const found = [...elsewhere].find(([start]) => id.startsWith(start))
  return { id, result: 'skipped', note: found?.[1] ?? 'its token must be made with keys that the corpus does not hold' }
}

interface OidcCase {
  readonly id: string
  readonly jwt: { readonly issuer: JsonObject; readonly claimMappings: JsonObject } & JsonObject
  readonly signingKey: { readonly key: string; readonly alg: string }
  readonly jwks: readonly { readonly key: string; readonly alg: string }[]
  readonly claimsText: string
  readonly supportedSigningAlgs?: readonly SignatureAlgorithm[]
  readonly discoveryDocument?: string
  readonly distributedClaims?: Readonly<Record<string, string>>
  readonly want?: {
    readonly username?: string
    readonly uid?: string
    readonly groups?: readonly string[]
    readonly extra?: JsonObject
  }
  readonly wantErr?: string
  readonly wantSkip?: boolean
  readonly wantInitErr?: string
  readonly wantHealthErrPrefix?: string
}

/** The test table of the reference, with keys generated here. Its configuration errors are covered by the corpus `config`. */
async function oidcCases(dir: string): Promise<readonly Outcome[] | null> {
  const file = readCases<{ readonly cases: readonly OidcCase[] }>(dir, 'jwt/oidc-cases.json')
  if (file === null) return null
  const outcomes: Outcome[] = []
  for (const each of file.cases) outcomes.push(await tryOidcCase(each))
  return outcomes
}

const url = 'https://issuer.test'

async function tryOidcCase(each: OidcCase): Promise<Outcome> {
  const { id } = each
  if (each.wantInitErr !== undefined) return tryRefused(id, each.jwt, each.wantInitErr)
  if (each.wantHealthErrPrefix !== undefined)
    return { id, result: 'skipped', note: 'the text of a socket that fails: jwt-authenticator.test.ts [JW4]' }
  const filled = JSON.parse(
    JSON.stringify(each)
      .replaceAll('{{.URL}}', url)
      // Here the table refers to a constant of the original's source by name.
      .replaceAll(
        JSON.stringify('{"_src": "user.CredentialIDKey"}').slice(1, -1),
        'authentication.orch.io/credential-id',
      )
      .replaceAll('authentication.kubernetes.io/credential-id', 'authentication.orch.io/credential-id')
      .replaceAll('authentication__dot__kubernetes__dot__io', 'authentication__dot__orch__dot__io'),
  ) as OidcCase
  const [config] = compileAuthentication(decode(filled.jwt)).jwt
  if (config === undefined) return { id, result: 'failed', note: 'no authenticator' }
  const keys = await makeKeys(filled)
  const algorithms = filled.supportedSigningAlgs ?? (['RS256'] as const)
  const authenticator = jwtAuthenticator({
    outbound: { clock: systemClock, fetch: issuerOf(filled, config.issuer.url, keys) },
    config,
    algorithms,
  })
  await authenticator.ready
  const answer = await authenticator.authenticate(await sign(filled, filled.claimsText, keys))
  authenticator.stop()
  return judgeAnswer(filled, answer)
}

function judgeAnswer({ id, want = {}, wantSkip, wantErr }: OidcCase, answer: TokenAnswer): Outcome {
  if (wantSkip === true) return judge(id, answer.type, 'not-mine')
  if (wantErr !== undefined) return judge(id, answer.type, 'error')
  if (answer.type !== 'user') return { id, result: 'failed', note: JSON.stringify(answer) }
  const { username: name = '', uid = '', groups = [], extra = {} } = want
  return judge(id, { ...answer.user }, { name, uid, groups, extra })
}

/** Returns the configuration with the defaults that the decoder sets. */
function decode(jwt: OidcCase['jwt']): AuthenticationConfiguration {
  const {
    issuer,
    claimMappings,
    claimValidationRules = [],
    userValidationRules = [],
  } = jwt as unknown as Partial<JwtAuthenticator> & Pick<JwtAuthenticator, 'issuer' | 'claimMappings'>
  const rule = { claim: '', requiredValue: '', expression: '', message: '' }
  return decoded({
    issuer: { ...emptyIssuer, ...issuer },
    claimMappings: {
      username: { ...noSource, ...claimMappings.username },
      groups: { ...noSource, ...claimMappings.groups },
      uid: { ...noSource, ...claimMappings.uid },
      extra: claimMappings.extra ?? [],
    },
    claimValidationRules: claimValidationRules.map((each) => Object.assign({}, rule, each)),
    userValidationRules: userValidationRules.map((each) => Object.assign({ message: '' }, each)),
  })
}

const emptyIssuer = {
  url: '',
  discoveryURL: '',
  certificateAuthority: '',
  audiences: [],
  audienceMatchPolicy: '',
  egressSelectorType: '',
}

interface Key {
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

const made = new Map<string, Promise<Key>>()

/** Returns the key of a name and algorithm, generated once for all cases because generation is slow. */
function keyOf({ key, alg }: { readonly key: string; readonly alg: string }): Promise<Key> {
  const name = `${key}/${alg}`
  const known = made.get(name) ?? makeKey(name, alg)
  made.set(name, known)
  return known
}

async function makeKey(kid: string, alg: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

const makeKeys = async ({ jwks }: OidcCase): Promise<readonly JWK[]> =>
  (await Promise.all(jwks.map(keyOf))).map(({ jwk }) => jwk)

async function sign({ signingKey }: OidcCase, claimsText: string, _keys: readonly JWK[]): Promise<string> {
  const { privateKey, jwk } = await keyOf(signingKey)
  const claims = JSON.parse(claimsText) as JsonObject
  return new SignJWT(claims).setProtectedHeader({ alg: signingKey.alg, kid: jwk.kid ?? '' }).sign(privateKey)
}

const issuerOf =
  (each: OidcCase, issuer: string, keys: readonly JWK[]) =>
  async (request: Request): Promise<Response> => {
    const claim = Object.keys(each.distributedClaims ?? {}).find((name) => request.url.endsWith(`/${name}`))
    const text = claim === undefined ? undefined : each.distributedClaims?.[claim]
    if (text !== undefined) return new Response(await sign(each, text, keys))
    if (request.url.endsWith('/.testing/keys') || request.url.endsWith('/keys')) return Response.json({ keys })
    return each.discoveryDocument === undefined
      ? Response.json({ issuer, jwks_uri: `${url}/.testing/keys` })
      : new Response(each.discoveryDocument)
  }
