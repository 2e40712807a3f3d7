import type { Clock } from '#api/clock.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'
import { checkConfig } from '#config/check-config.ts'
import { jwtAuthenticator, type TokenAnswer } from '#server/auth/jwt/jwt-authenticator.ts'
import type { SignatureAlgorithm } from '#server/auth/jwt/json-web-key.ts'
import { compileAuthentication } from '#server/settings/compile-authentication.ts'
import { type Family, type Outcome, judge, readCases } from './family.ts'

interface Answer {
  readonly status?: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly requireAuthorization?: string
}

interface OidcCase {
  readonly id: string
  /** The text of an AuthenticationConfiguration. */
  readonly config: string
  /** The current time in seconds since the epoch. */
  readonly now: number
  readonly token?: string
  readonly signingAlgs?: readonly SignatureAlgorithm[]
  readonly disallowedIssuers?: readonly string[]
  readonly http: Readonly<Record<string, Answer>>
  readonly expect: {
    readonly user?: unknown
    readonly error?: true
    readonly messageContains?: string
    /** No authenticator recognizes the token. */
    readonly skip?: true
    readonly configErrors?: readonly { readonly path: string; readonly type: string }[]
  }
}

/** The user or the refusal for a configuration and a token. */
export const oidc: Family = {
  name: 'oidc',
  async run(dir) {
    const cases = readCases<readonly OidcCase[]>(dir, 'config/oidc.json')
    if (cases === null) return null
    const outcomes: Outcome[] = []
    for (const each of cases) outcomes.push(await tryCase(each))
    return outcomes
  },
}

/** Cases in which our rule is stricter than the original's, with the reason. */
const strictOnes: ReadonlyMap<string, string> = new Map([
  [
    'probe/alg/jwk-use-enc',
    'a key that says it is for encryption is not taken, as Wycheproof’s vectors ask (docs/differences.md)',
  ],
])

async function tryCase(each: OidcCase): Promise<Outcome> {
  const { id, expect } = each
  const reason = strictOnes.get(id)
  if (reason !== undefined) return { id, result: 'skipped', note: reason }
  const { configuration, diagnostics } = checkConfig(inOurWords(each.config), {
    kind: 'AuthenticationConfiguration',
    disallowedIssuers: each.disallowedIssuers,
  })
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ path, type }) => ({ path, type }))
  if (expect.configErrors !== undefined || configuration?.kind !== 'AuthenticationConfiguration')
    return judge(id, errors, expect.configErrors ?? [])
  const answer = await answerOf(each, compileAuthentication(configuration.spec).jwt)
  if (expect.error !== true) return judge(id, answer, wantedAnswer(each))
  const isMeant = answer.type === 'error' && answer.error.includes(expect.messageContains ?? '')
  return isMeant
    ? { id, result: 'passed' }
    : { id, result: 'failed', note: `expected an error, got ${JSON.stringify(answer)}` }
}

/** Translates the names in expressions, which the translation of the cases left unchanged. */
const inOurWords = (config: string): string =>
  config
    .replaceAll(/(?<![\w.-])authentication\.kubernetes\.io\//g, 'authentication.orch.io/')
    .replaceAll('extra.authentication__dot__kubernetes__dot__', 'extra.authentication__dot__orch__dot__')

function wantedAnswer({ expect }: OidcCase): unknown {
  if (expect.skip === true) return { type: 'not-mine' }
  const { username, ...rest } = expect.user as { readonly username: string }
  return { type: 'user', user: { name: username, ...rest } }
}

/** Returns the result of the first authenticator that recognizes the token. */
async function answerOf(
  each: OidcCase,
  configs: ReturnType<typeof compileAuthentication>['jwt'],
): Promise<TokenAnswer> {
  const clock: Clock = { now: () => each.now * 1000, after: () => () => undefined }
  for (const config of configs) {
    const algorithms = each.signingAlgs
    const authenticator = jwtAuthenticator({
      outbound: { fetch: fetchOf(each), clock },
      config,
      ...(algorithms && { algorithms }),
    })
    await authenticator.ready
    const answer = await authenticator.authenticate(each.token ?? '')
    authenticator.stop()
    if (answer.type !== 'not-mine') return answer
  }
  return { type: 'not-mine' }
}

const fetchOf =
  ({ http }: OidcCase): OutboundFetch =>
  async (request) => {
    const answer = Object.hasOwn(http, request.url) ? http[request.url] : undefined
    if (answer === undefined) return new Response('', { status: 404 })
    const wanted = answer.requireAuthorization
    if (wanted !== undefined && request.headers.get('authorization') !== wanted)
      return new Response('', { status: 401 })
    return new Response(answer.body, {
      status: answer.status ?? 200,
      headers: { 'content-type': 'application/json', ...answer.headers },
    })
  }
