import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { startServer } from '#semantics/trial-server.ts'
import { tokenFile } from '#server/auth/token-file.ts'
import { firstOf, nobody } from '#server/auth/authenticator.ts'
import { systemClock } from '#api/system-clock.ts'

const issuer = 'https://tokens.example'

const newPair = () => crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

function start(pair: CryptoKeyPair) {
  const admin = tokenFile([{ token: 'admin', user: 'admin', uid: '', groups: ['system:masters'] }])
  const { send } = startServer({
    clock: systemClock,
    authenticator: firstOf([admin, nobody]),
    authorizationMode: 'RBAC',
    issuer,
    signingKey: async () => pair,
  })
  const call = (token: string, path: string, body?: object) =>
    send(body === undefined ? 'GET' : 'POST', path, body, token === '' ? {} : { authorization: `Bearer ${token}` })
  const makeToken = async (): Promise<string> => {
    const accounts = '/api/v1/namespaces/default/serviceaccounts'
    await call('admin', accounts, { metadata: { name: 'robot' } })
    return (await call('admin', `${accounts}/robot/token`, { spec: {} })).body.status.token
  }
  return { call, makeToken }
}

test('[AC24] service accounts, and no other users, can read the issuer documents by which tokens are verified', async () => {
  const { call, makeToken } = start(await newPair())
  const token = await makeToken()
  const document = await call(token, '/.well-known/openid-configuration')
  expect(document.body).toEqual({
    issuer,
    jwks_uri: 'http://test/openid/v1/jwks',
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  })
  expect(document.headers.get('cache-control')).toBe('public, max-age=3600')
  const keys = await call('admin', '/openid/v1/jwks')
  expect(keys.headers.get('content-type')).toBe('application/jwk-set+json')
  const set = createLocalJWKSet(keys.body)
  const { payload } = await jwtVerify(token, set, { issuer, audience: issuer })
  expect(payload.sub).toBe('system:serviceaccount:default:robot')
  expect((await call('', '/openid/v1/jwks')).status).toBe(403)
})

test('[AC25] a token is valid only with the key and issuer that signed it', async () => {
  const pair = await newPair()
  const [first, second] = [start(pair), start(await newPair())]
  const token = await first.makeToken()
  await second.makeToken()
  expect((await second.call(token, '/version')).status).toBe(401)
  expect((await first.call(token, '/version')).status).toBe(200)
})
