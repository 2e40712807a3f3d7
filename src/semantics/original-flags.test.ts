import { expect, test } from 'vitest'
import { applyOidcFlags } from '#node/oidc.ts'
import { parseAbacPolicies } from '#server/auth/abac/abac-policy.ts'
import { nobody } from '#server/auth/authenticator.ts'
import { tokenFile } from '#server/auth/token-file.ts'
import { systemClock } from '#api/system-clock.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { testIssuer } from '#testing/test-issuer.ts'

const flags = {
  clientId: 'orch',
  caFile: '',
  usernameClaim: 'sub',
  usernamePrefix: 'o:',
  groupsClaim: 'roles',
  groupsPrefix: 'g:',
  requiredClaims: [['team', 'blue']] as const,
}

test('[FL3] ID tokens are accepted as the flags describe, with the named signature algorithms only', async () => {
  const issuer = await testIssuer()
  const { url: issuerUrl, fetch } = issuer
  const start = async (algorithms: readonly string[]) => {
    const server = await startOrchard({
      log: createMemoryLog({ clock: systemClock }),
      clock: systemClock,
      authenticator: nobody,
      tokens: tokenFile([]),
      debug: false,
      fetch,
    })
    await applyOidcFlags(await server.configuration.running(), { ...flags, issuerUrl, algorithms })
    return server
  }
  const whoami = async (server: Awaited<ReturnType<typeof start>>, token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ apiVersion: 'authentication.orch.io/v1', kind: 'SelfSubjectReview' })
    const path = 'http://h/apis/authentication.orch.io/v1/selfsubjectreviews'
    const answer = await server.fetch(new Request(path, { method: 'POST', headers, body }))
    return answer.status === 201 ? (await answer.json()).status.userInfo : answer.status
  }
  const server = await start(['ES256'])
  expect(await whoami(server, await issuer.token({ team: 'blue', roles: ['a'] }))).toMatchObject({
    username: 'o:jane',
    groups: ['g:a', 'system:authenticated'],
  })
  expect(await whoami(server, await issuer.token({ team: 'red' }))).toBe(401)
  const strict = await start(['RS256'])
  expect(await whoami(strict, await issuer.token({ team: 'blue' }))).toBe(401)
  await expect(start(['HS256'])).rejects.toThrow('oidc: unsupported signing alg: "HS256"')
  server.close()
  strict.close()
})

test('[FL5] tokens have the configured audiences and are valid for the longest configured time', async () => {
  const server = await startOrchard({
    log: createMemoryLog({ clock: systemClock }),
    clock: systemClock,
    authenticator: nobody,
    authorizationMode: 'AlwaysAllow',
    debug: false,
    accountTokens: { audiences: ['api'], jwksUri: 'https://keys.example/jwks', secondsMax: 3600 },
  })
  const post = (path: string, body: object) =>
    server.fetch(
      new Request(`http://h${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const accounts = '/api/v1/namespaces/default/serviceaccounts'
  expect((await post(accounts, { metadata: { name: 'a' } })).status).toBe(201)
  const answer = await post(`${accounts}/a/token`, { spec: { expirationSeconds: 7200 } })
  expect((await answer.json()).spec).toMatchObject({ audiences: ['api'], expirationSeconds: 3600 })
  expect(answer.headers.get('warning')).toContain('requested expiration of 7200 seconds shortened to 3600 seconds')
  const document = await (await server.fetch(new Request('http://h/.well-known/openid-configuration'))).json()
  expect(document.jwks_uri).toBe('https://keys.example/jwks')
  server.close()
})

test('[ABAC2] rules reviews list the policies of the file, requests without one are refused, and administrators are allowed', async () => {
  const server = await startOrchard({
    log: createMemoryLog({ clock: systemClock }),
    clock: systemClock,
    authenticator: nobody,
    tokens: tokenFile([
      { token: 't', user: 'bob', uid: '1', groups: [] },
      { token: 'root', user: 'ann', uid: '2', groups: ['system:masters'] },
    ]),
    authorizationMode: ['ABAC'],
    abacPolicies: parseAbacPolicies('f', '{"user":"bob","resource":"configmaps"}'),
    debug: false,
  })
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' }
  const send = (path: string, body?: object) =>
    server.fetch(new Request(`http://h${path}`, { method: body ? 'POST' : 'GET', headers, body: JSON.stringify(body) }))
  expect((await send('/api/v1/configmaps')).status).toBe(200)
  const refused = await send('/api/v1/secrets')
  expect((await refused.json()).message).toBe(
    'secrets is forbidden: User "bob" cannot list resource "secrets" in API group "" at the cluster scope: No policy matched.',
  )
  const admin = new Request('http://h/api/v1/secrets', { headers: { authorization: 'Bearer root' } })
  expect((await server.fetch(admin)).status).toBe(200)
  const review = await send('/apis/authorization.orch.io/v1/selfsubjectrulesreviews', {
    spec: { namespace: 'default' },
  })
  expect(review.status).toBe(403)
  server.close()
})
