import { expect, test } from 'vitest'
import { startServer } from '#semantics/trial-server.ts'
import { jwtConfig } from '#testing/jwt-config.ts'
import { testIssuer } from '#testing/test-issuer.ts'
import { jwtAuthenticator } from '#server/auth/jwt/jwt-authenticator.ts'
import { systemClock } from '#api/system-clock.ts'

async function start() {
  const issuer = await testIssuer()
  const { server, get, post } = startServer({ clock: systemClock, fetch: issuer.fetch })
  const { authentication } = server.access
  authentication.apply({
    anonymous: null,
    authenticate: jwtAuthenticator,
    jwt: [
      jwtConfig(issuer.url, {
        username: { type: 'claim', claim: 'sub', prefix: 'issuer:' },
        groups: { type: 'none' },
      }),
    ],
  })
  await Promise.all(authentication.jwt().map(({ ready }) => ready))
  const review = async (spec: object): Promise<unknown> => {
    const { body } = await post('/apis/authentication.orch.io/v1/tokenreviews', { spec })
    return body.status
  }
  return { server, issuer, review, get }
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
  const { server, issuer, review, get } = await start()
  const token = await issuer.token({ aud: 'someone else' })
  expect(await review({ token })).toEqual({
    user: {},
    error: 'oidc: verify token: oidc: expected audience "orch" got ["someone else"]',
  })
  const { text } = await get('/metrics')
  expect(text).toMatch(
    /^apiserver_authentication_jwt_authenticator_latency_seconds_count\{result="failure",jwt_issuer_hash="sha256:[0-9a-f]{64}"\} 1$/m,
  )
  expect(text).toContain('authentication_attempts{result="success"} ')
  expect(text).toContain('# TYPE apiserver_request_total counter')
  server.close()
})
