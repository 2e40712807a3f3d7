// Measures the cost of access checks per request: checking a token and mapping it to a user, and a decision with match
// conditions. Each is compared in the same run with its unavoidable part: the signature alone, the expressions alone.
import { importBundled } from '../src/tools/import-bundled.mjs'

const TIMES = 3000
const ROUNDS = 5

/** Returns the microseconds of one run of each, the best of several rounds. Rounds alternate, so that a slow moment affects both. */
async function measure(bare, whole) {
  const best = [Infinity, Infinity]
  for (let round = 0; round <= ROUNDS; round++)
    for (const [at, run] of [bare, whole].entries()) {
      const start = performance.now()
      for (let time = 0; time < TIMES; time++) await run()
      // The first round warms up.
      if (round > 0) best[at] = Math.min(best[at], ((performance.now() - start) * 1000) / TIMES)
    }
  return { bareMicros: Number(best[0].toFixed(2)), micros: Number(best[1].toFixed(2)) }
}

/** Measures the check of an issuer's token with expressions of a typical configuration file. */
async function tokenCheck({ jwtAuthenticator, testIssuer, compileExpression, systemClock }) {
  const issuer = await testIssuer()
  const claims = (text) => compileExpression('claims', text)
  const authenticator = jwtAuthenticator({
    outbound: { fetch: issuer.fetch, clock: systemClock },
    config: {
      issuer: { url: issuer.url, discoveryURL: '', audiences: ['orch'], certificateAuthority: '' },
      username: { type: 'expression', expression: claims("'issuer:' + claims.sub") },
      groups: { type: 'expression', expression: claims('claims.roles.split(",")') },
      uid: { type: 'none' },
      extra: [{ key: 'example.org/team', expression: claims('claims.team') }],
      requiredClaims: [{ claim: 'owner', value: 'me' }],
      claimRules: [{ expression: claims('claims.hd == "example.com"'), message: 'ours' }],
      userRules: [
        { expression: compileExpression('user', "!user.username.startsWith('system:')"), message: 'reserved' },
      ],
    },
  })
  await authenticator.ready
  const token = await issuer.token({ hd: 'example.com', roles: 'dev,ops', team: 'a', owner: 'me' })
  const answer = await authenticator.authenticate(token)
  if (answer.type !== 'user') throw new Error(`the token is not taken: ${answer.error}`)
  const [header, payload, signature] = token.split('.')
  const { keys } = await (await issuer.fetch(new Request(`${issuer.url}/keys`))).json()
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', keys[0], algorithm, false, ['verify'])
  const bytes = Buffer.from(signature, 'base64url')
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  const figures = await measure(
    () => crypto.subtle.verify(algorithm, key, bytes, signed),
    () => authenticator.authenticate(token),
  )
  authenticator.stop()
  return figures
}

const conditions = [
  'has(request.resourceAttributes)',
  'request.resourceAttributes.namespace in ["a", "b"] && request.resourceAttributes.verb != "get"',
  "!('system:nodes' in request.groups)",
]

/** Measures a webhook decision with true match conditions and a cached result: the cost for every request behind a webhook. */
async function decision({
  webhookAuthorizer,
  authenticatedUser,
  compileExpression,
  celEnvironment,
  celVariable,
  systemClock,
}) {
  const status = { allowed: true }
  const answer = { apiVersion: 'authorization.orch.io/v1', kind: 'SubjectAccessReview', status }
  const authorizer = webhookAuthorizer({
    outbound: { fetch: async () => Response.json(answer), clock: systemClock },
    config: {
      name: 'hook',
      url: 'https://hook.test/',
      headers: {},
      caBundle: '',
      timeoutMs: 1000,
      authorizedTtlMs: 3_600_000,
      unauthorizedTtlMs: 3_600_000,
      version: 'v1',
      failurePolicy: 'Deny',
      matchConditions: conditions.map((text) => compileExpression('request', text)),
    },
  })
  const user = authenticatedUser({ name: 'jane', groups: ['dev'] })
  const resource = {
    namespace: 'a',
    verb: 'list',
    group: '',
    version: 'v1',
    resource: 'pods',
    subresource: '',
    name: '',
  }
  const asked = { user, isResource: true, path: '/api/v1/namespaces/a/pods', ...resource }
  if ((await authorizer.authorize(asked)).type !== 'allowed') throw new Error('the webhook is not asked')
  const programs = conditions.map((text) => celEnvironment('request').compile(text).program)
  const spec = { user: user.name, uid: '', groups: user.groups, extra: {}, resourceAttributes: resource }
  return measure(
    () => programs.every((program) => program.evaluate({ request: celVariable('request', spec) }).value === true),
    () => authorizer.authorize(asked),
  )
}

/** Runs all measurements once. */
export async function benchAccess() {
  const parts = await importBundled('bench/access-entry.mjs', 'access-bench')
  const seen = {
    'a token checked, with 5 expressions': await tokenCheck(parts),
    'a decision with 3 match conditions, verdict kept': await decision(parts),
  }
  const rows = Object.entries(seen).map(([row, { bareMicros, micros }]) => [
    row,
    `${bareMicros} µs`,
    `${micros} µs`,
    (micros / bareMicros).toFixed(2),
  ])
  return { ...seen, rows }
}
