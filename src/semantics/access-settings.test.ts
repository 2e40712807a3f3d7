import { expect, test } from 'vitest'
import { nobody } from '#server/auth/authenticator.ts'
import type { AuthenticationSettings } from '#server/auth/access-settings.ts'
import { jwtAuthenticator } from '#server/auth/jwt/jwt-authenticator.ts'
import { webhookAuthorizer } from '#server/auth/webhook/webhook-authorizer.ts'
import { jwtConfig } from '#testing/jwt-config.ts'
import { testIssuer } from '#testing/test-issuer.ts'
import { webhookConfig } from '#testing/webhook-config.ts'
import { startServer } from './trial-server.ts'

const whoAmI = '/apis/authentication.orch.io/v1/selfsubjectreviews'

const settings = (url: string, more: Partial<AuthenticationSettings> = {}): AuthenticationSettings => ({
  jwt: [
    jwtConfig(url, {
      username: { type: 'claim', claim: 'sub', prefix: '' },
      groups: { type: 'claim', claim: 'groups', prefix: 'oidc:' },
    }),
  ],
  authenticate: jwtAuthenticator,
  anonymous: null,
  ...more,
})

async function start(more: Partial<AuthenticationSettings> = {}) {
  const issuer = await testIssuer()
  const trial = startServer({ authenticator: nobody, fetch: issuer.fetch })
  trial.server.access.authentication.apply(settings(issuer.url, more))
  const ask = (token: string, path = whoAmI) =>
    trial.send(path === whoAmI ? 'POST' : 'GET', path, path === whoAmI ? {} : undefined, {
      authorization: `Bearer ${token}`,
    })
  return { issuer, trial, ask }
}

test('[JW3] a token of a configured issuer authenticates the request; an unknown token is 401', async () => {
  const { issuer, ask } = await start()

  const known = await ask(await issuer.token({ groups: ['dev'] }))
  expect(known.status).toBe(201)
  expect(known.body.status.userInfo).toEqual({ username: 'jane', groups: ['oidc:dev', 'system:authenticated'] })
  const refused = [await issuer.token({ exp: 1 }), 'static', 'a.b.c', await issuer.token({ sub: '' })]
  for (const token of refused) expect((await ask(token)).status).toBe(401)
})

test('[JW17] anonymous requests are allowed on exactly the configured paths', async () => {
  const { trial } = await start({ anonymous: { enabled: true, paths: ['/livez'] } })
  expect((await trial.get('/livez?verbose')).status).toBe(200)
  expect((await trial.get('/livez/ping')).status).toBe(401)
  expect((await trial.get('/version')).status).toBe(401)

  const off = await start({ anonymous: { enabled: false, paths: null } })
  expect((await off.trial.get('/livez')).status).toBe(401)
})

test('[LD1] changed settings apply from the next request on', async () => {
  const { issuer, trial, ask } = await start()
  const token = await issuer.token({})
  expect((await ask(token)).status).toBe(201)
  trial.server.access.authentication.apply({ jwt: [], authenticate: jwtAuthenticator, anonymous: null })
  expect((await ask(token)).status).toBe(401)
})

test('[AZ9] a request that no authorizer allowed because one failed is a 500 with the reason', async () => {
  const trial = startServer({ fetch: () => Promise.resolve(new Response('', { status: 404 })) })
  const webhook = webhookConfig()
  trial.server.access.authorization.apply({ authorizers: [{ type: 'Webhook', webhook, authorize: webhookAuthorizer }] })

  const asJane = { 'x-orchard-acting-as': 'jane' }
  const refused = await trial.get('/api/v1/pods', asJane)
  expect([refused.status, refused.text]).toEqual([
    500,
    'Internal Server Error: "/api/v1/pods": the server responded with the status code 404 but did not return more information\n',
  ])
  // system:masters is always allowed.
  expect((await trial.get('/api/v1/pods')).status).toBe(200)
  trial.server.access.authorization.apply({ authorizers: [{ type: 'AlwaysDeny', name: 'alwaysdeny' }] })
  const denied = await trial.get('/api/v1/pods', asJane)
  expect([denied.status, denied.body.message]).toEqual([
    403,
    'pods is forbidden: User "jane" cannot list resource "pods" in API group "" at the cluster scope: Everything is forbidden.',
  ])
})
