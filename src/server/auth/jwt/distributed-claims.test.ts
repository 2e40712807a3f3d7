import { expect, test } from 'vitest'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { expandClaim } from './distributed-claims.ts'
import { testIssuer } from '#testing/test-issuer.ts'

test('[JW16] a distributed claim is fetched from its endpoint with its access token, and verified', async () => {
  const issuer = await testIssuer()
  const inner = await issuer.token({ groups: ['a', 'b'] })
  const requests: string[] = []
  const outbound = {
    clock: createSimulatedClock(),
    fetch: async (request: Request) => {
      requests.push(`${request.url} ${request.headers.get('authorization')}`)
      return new Response(inner)
    },
  }
  const claims = {
    _claim_names: { groups: 'src' },
    _claim_sources: { src: { endpoint: 'https://issuer.example.test/groups', access_token: 'secret' } },
  }
  const believed = async () => ({ value: { groups: ['a', 'b'] } })

  expect(await expandClaim(outbound, claims, 'groups', believed)).toEqual({ value: { ...claims, groups: ['a', 'b'] } })
  expect(requests).toEqual(['https://issuer.example.test/groups Bearer secret'])
  expect(await expandClaim(outbound, claims, 'groups', async () => ({ error: 'expired' }))).toEqual({
    error: 'oidc: could not expand distributed claims: verify distributed claim token: expired',
  })
  const present = { ...claims, groups: ['own'] }
  expect(await expandClaim(outbound, present, 'groups', believed)).toEqual({ value: present })
})
