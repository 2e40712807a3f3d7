import { expect, test } from 'vitest'
import { createApiServer } from '#server/apiserver.ts'
import { everyKind } from '#server/kind-sets/every-kind.ts'
import { testIssuer } from '#testing/test-issuer.ts'
import { randomName } from '#api/random-name.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { jwtAuthenticator } from '#server/auth/jwt/jwt-authenticator.ts'
import { systemClock } from '#api/system-clock.ts'

async function start() {
  const issuer = await testIssuer()
  const server = createApiServer({
    kinds: everyKind,
    log: createMemoryLog({ clock: systemClock }),
    clock: systemClock,
    uid: () => crypto.randomUUID(),
    random: randomName,
    fetch: issuer.fetch,
  })
  const { authentication } = server.access
  const { url } = issuer
  authentication.apply({
    anonymous: null,
    authenticate: jwtAuthenticator,
    jwt: [
      {
        issuer: { url, discoveryURL: '', audiences: ['orch'], certificateAuthority: '' },
        username: { type: 'claim', claim: 'sub', prefix: 'issuer:' },
        groups: { type: 'none' },
        uid: { type: 'none' },
        extra: [],
        requiredClaims: [],
        claimRules: [],
        userRules: [],
      },
    ],
  })
  await Promise.all(authentication.jwt().map(({ ready }) => ready))
  const review = async (spec: object): Promise<unknown> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ spec }) }
    const path = 'http://x/apis/authentication.orch.io/v1/tokenreviews'
    const response = await server.fetch(new Request(path, init))
    return ((await response.json()) as { readonly status: unknown }).status
  }
  return { server, issuer, review }
}

test('[AC19] a token of an issuer is valid for the audiences of the server, whatever its own audiences are', async () => {
  const { server, issuer, review } = await start()
  const token = await issuer.token({})
  const [own = ''] = server.server.access.audiences
  const user = { username: 'issuer:jane', groups: ['system:authenticated'] }
  expect(await review({ token })).toEqual({ authenticated: true, user, audiences: [own] })
  expect(await review({ token, audiences: ['else', own] })).toEqual({ authenticated: true, user, audiences: [own] })
  expect(await review({ token, audiences: ['orch'] })).toEqual({ user: {}, error: 'invalid bearer token' })
  server.close()
})

test('[AC19] [AM1] an invalid token of an issuer is refused with the reason, and valid and invalid tokens are counted in the metrics', async () => {
  const { server, issuer, review } = await start()
  const token = await issuer.token({ aud: 'someone else' })
  expect(await review({ token })).toEqual({
    user: {},
    error: 'oidc: verify token: oidc: expected audience "orch" got ["someone else"]',
  })
  const text = await (await server.fetch(new Request('http://x/metrics'))).text()
  expect(text).toMatch(
    /^apiserver_authentication_jwt_authenticator_latency_seconds_count\{result="failure",jwt_issuer_hash="sha256:[0-9a-f]{64}"\} 1$/m,
  )
  expect(text).toContain('authentication_attempts{result="success"} ')
  expect(text).toContain('# TYPE apiserver_request_total counter')
  server.close()
})
