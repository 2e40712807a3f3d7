import { SignJWT } from 'jose'
import type { Json, JsonObject } from '#api/json.ts'
import { checkConfig } from '#config/check-config.ts'
import { jwtAuthenticator, type JwtAuthenticator } from '#server/auth/jwt/jwt-authenticator.ts'
import type { SimulatedClock } from '#server/debug/simulated-clock.ts'
import { frozenClock } from '#testing/frozen-clock.ts'
import { jwtConfig } from '#testing/jwt-config.ts'
import { testIssuer, type TestIssuer } from '#testing/test-issuer.ts'
import type { Outcome } from './family.ts'

/** An issuer that misbehaves, and the authenticator of its tokens. The clock stands still until it is advanced. */
interface Scene {
  readonly issuer: TestIssuer
  readonly clock: SimulatedClock
  readonly start: () => JwtAuthenticator
}

/** Returns `''` if what must hold holds, else what was seen. */
type Probe = (scene: Scene) => Promise<string>

const is = (got: string, wanted: string): string => (got === wanted ? '' : `expected ${wanted}, got ${got}`)

/** Starts the authenticator with the issuer as it is, and expects this answer to a valid token. */
const expectAnswer =
  (wanted: 'user' | 'error', prepare: (issuer: TestIssuer) => Promise<void> | void): Probe =>
  async ({ issuer, start }) => {
    const token = await issuer.token({})
    await prepare(issuer)
    const authenticator = start()
    await authenticator.ready
    const { type } = await authenticator.authenticate(token)
    authenticator.stop()
    return is(type, wanted)
  }

const discoveryOf = ({ url }: TestIssuer): string => `${url}/.well-known/openid-configuration`

const keysOf = async ({ url, fetch }: TestIssuer): Promise<readonly Json[]> =>
  ((await (await fetch(new Request(`${url}/keys`))).json()) as { readonly keys: readonly Json[] }).keys

/** Publishes these keys beside the right one. */
const withKeys =
  (...more: readonly Json[]) =>
  async (issuer: TestIssuer): Promise<void> => {
    const keys = [...more, ...(await keysOf(issuer))]
    issuer.overrides.set(`${issuer.url}/keys`, () => Response.json({ keys }))
  }

/** Discovery that never ends, neither in time nor in size: a token is answered all the same. */
const slow: Probe = async ({ issuer, clock, start }) => {
  issuer.overrides.set(discoveryOf(issuer), () => new Promise<Response>(() => undefined))
  const authenticator = start()
  await Promise.resolve()
  clock.advance(60_000)
  const { type } = await authenticator.authenticate(await issuer.token({}))
  authenticator.stop()
  return is(type, 'error')
}

const huge: Probe = async ({ issuer, start }) => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(32))
    },
  })
  issuer.overrides.set(discoveryOf(issuer), () => new Response(endless))
  const authenticator = start()
  await authenticator.ready
  authenticator.stop()
  return sent < 2_000_000 ? '' : `${sent} bytes were read`
}

const rotation: Probe = async ({ issuer, start }) => {
  const authenticator = start()
  await authenticator.ready
  await authenticator.authenticate(await issuer.token({}))
  await issuer.rotate('key-2')
  const before = issuer.requested.length
  const { type } = await authenticator.authenticate(await issuer.token({}))
  for (let n = 0; n < 50; n++) await authenticator.authenticate(await issuer.token({}, { kid: `made-up-${n}` }))
  authenticator.stop()
  const count = issuer.requested.length - before
  return is(type, 'user') || (count <= 10 ? '' : `${count} requests for 51 unknown keys`)
}

/** A key that was withdrawn is forgotten after at most five minutes. */
const withdrawn: Probe = async ({ issuer, clock, start }) => {
  issuer.headers.set('cache-control', 'max-age=86400')
  const authenticator = start()
  await authenticator.ready
  const token = await issuer.token({})
  const { type } = await authenticator.authenticate(token)
  await issuer.rotate('key-2')
  await authenticator.authenticate(await issuer.token({}))
  clock.advance(5 * 60_000 + 1)
  const after = await authenticator.authenticate(token)
  authenticator.stop()
  return is(type, 'user') || is(after.type, 'error')
}

const fileOf = (...jwt: readonly JsonObject[]): string =>
  JSON.stringify({ apiVersion: 'apiserver.orch.io/v1beta1', kind: 'AuthenticationConfiguration', jwt: [...jwt] })

const twoOfOneIssuer: Probe = async ({ issuer }) => {
  const jwt: JsonObject = {
    issuer: { url: issuer.url, audiences: ['a'] },
    claimMappings: { username: { claim: 'sub', prefix: '' } },
  }
  const { diagnostics } = checkConfig(fileOf(jwt, jwt))
  return is(diagnostics.map(({ path, type }) => `${path} ${type}`).join(), 'jwt[1].issuer.url Duplicate')
}

/** Settings of the reference's Go function that no configuration file has, and the sockets that it opens. */
const ofGoOptions = /^oidc: (?:unsupported signing alg|Client and|KeySet and|egress lookup)/

/** A configuration that the server refuses to start with, by its text. */
export function tryRefused(id: string, jwt: JsonObject, text: string): Outcome {
  if (ofGoOptions.test(text))
    return { id, result: 'skipped', note: 'about an option of a Go function, which no file has' }
  const reserved = /disallowed issuers: \[(.*)\]/.exec(text)?.[1]
  const { referenceText } = checkConfig(fileOf(jwt), {
    asReference: true,
    ...(reserved !== undefined && { disallowedIssuers: [reserved] }),
  })
  const note = referenceText.includes(`jwt[0].${text}`) ? '' : `expected ${text}, got ${referenceText}`
  return note === '' ? { id, result: 'passed' } : { id, result: 'failed', note }
}

/** A shared secret among the published keys signs no token, and does not hinder the others. */
const sharedSecret: Probe = async ({ issuer, start }) => {
  const secret = new Uint8Array(32)
  const k = Buffer.from(secret).toString('base64url')
  await withKeys({ kty: 'oct', k, kid: 'shared', alg: 'HS256', use: 'sig' })(issuer)
  const authenticator = start()
  await authenticator.ready
  const forged = await new SignJWT({ iss: issuer.url, aud: 'orch', sub: 'jane', exp: 4_102_444_800 })
    .setProtectedHeader({ alg: 'HS256', kid: 'shared' })
    .sign(secret)
  const found = [await authenticator.authenticate(forged), await authenticator.authenticate(await issuer.token({}))]
  authenticator.stop()
  return is(found.map(({ type }) => type).join(), 'error,user')
}

const probes: ReadonlyMap<string, Probe> = new Map([
  [
    'disc-issuer-mismatch',
    expectAnswer('error', (issuer) => {
      issuer.overrides.set(discoveryOf(issuer), () =>
        Response.json({ issuer: 'https://other.example.test', jwks_uri: `${issuer.url}/keys` }),
      )
    }),
  ],
  ['disc-slow', slow],
  ['disc-huge', huge],
  ['jwks-rotation', rotation],
  [
    'jwks-private',
    expectAnswer('user', async (issuer) => {
      const keys = (await keysOf(issuer)).map((key) => Object.assign({}, key, { d: 'AAAA' }))
      issuer.overrides.set(`${issuer.url}/keys`, () => Response.json({ keys }))
    }),
  ],
  ['jwks-oct', sharedSecret],
  ['jwks-garbage-member', expectAnswer('user', withKeys(null, 5, { kty: 'EC', crv: 'P-256', x: '!' }))],
  ['two-authn-same-iss', twoOfOneIssuer],
  ['token-cache', withdrawn],
])

/** Runs the probe of a case about an issuer and its keys; `null` if there is none of this name. */
export async function tryIssuer(id: string): Promise<Outcome | null> {
  const probe = probes.get(id)
  if (probe === undefined) return null
  const issuer = await testIssuer()
  const clock = frozenClock()
  const note = await probe({
    issuer,
    clock,
    start: () => jwtAuthenticator({ outbound: { clock, fetch: issuer.fetch }, config: jwtConfig(issuer.url) }),
  })
  return note === '' ? { id, result: 'passed' } : { id, result: 'failed', note }
}
