import { expect, test } from 'vitest'
import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER } from '#facts/debug-api.ts'
import { callElsewhere, impersonating } from './call-elsewhere.ts'
import { greetElsewhere } from './greet-elsewhere.ts'
import { parseServer } from './server-elsewhere.ts'

const admin = { name: 'demo', groups: ['system:masters', 'system:authenticated'] }
const bob = { name: 'bob', groups: ['dev', 'system:authenticated'] }
const server = { url: 'http://127.0.0.1:8080', token: 'secret' }

test('[ELS1] the address of a server is one of this machine, without its slash; all else is refused in a sentence', () => {
  expect(parseServer('http://127.0.0.1:8080/')).toEqual({ url: 'http://127.0.0.1:8080' })
  expect(parseServer('https://localhost/clusters/a/')).toEqual({ url: 'https://localhost/clusters/a' })
  for (const wrong of [
    '',
    'nonsense',
    'javascript:alert(1)',
    'http://',
    'http://u:p@localhost',
    'http://localhost/?a=1',
  ])
    expect(parseServer(wrong)).toEqual({ fault: expect.stringMatching(/^server=.*\.$/) })
  expect(parseServer('https://evil.example')).toEqual({ fault: expect.stringContaining('forward a port') })
})

const acting = (name: string, ...groups: string[]): Headers =>
  new Headers({ [ACTING_AS_HEADER]: name, [ACTING_AS_GROUPS_HEADER]: groups.join(',') })

test('[ELS2] the page acts as others by impersonation, and as the owner of the token without', () => {
  expect(Object.fromEntries(impersonating(acting('alice', 'shop', 'system:authenticated'), admin))).toEqual({
    'impersonate-user': 'alice',
    'impersonate-group': 'shop',
  })
  expect(Object.fromEntries(impersonating(acting('bob', 'dev'), bob))).toEqual({})
  expect(Object.fromEntries(impersonating(acting('the-page', 'system:masters'), bob))).toEqual({})
})

test('[ELS2] requests go to the path below the address with the token, without cookies', async () => {
  const sent: { readonly url: string; readonly init: RequestInit | undefined }[] = []
  const call = callElsewhere({ ...server, url: 'http://localhost:1/clusters/a' }, admin, async (url, init) => {
    sent.push({ url: String(url), init })
    return new Response('{}')
  })
  await call('http://page.test/api/v1/nodes?limit=1')
  expect(sent[0]?.url).toBe('http://localhost:1/clusters/a/api/v1/nodes?limit=1')
  expect(new Headers(sent[0]?.init?.headers).get('authorization')).toBe('Bearer secret')
  expect(sent[0]?.init?.credentials).toBe('omit')
})

/** A server that answers the first question with `who` and the second with `lab`. */
const answers =
  (who: number, lab = 200): typeof fetch =>
  async (url) =>
    String(url).includes('/debug/')
      ? new Response('{}', { status: lab })
      : Response.json({ status: { userInfo: { username: 'demo', groups: ['g'] } } }, { status: who })

test.each([
  ['a token that is refused', answers(401), /refuses the token/],
  ['a server of other words', answers(404), /without --vocabulary kubernetes/],
  ['a server without /debug/', answers(201, 404), /start it with --debug/],
  ['a user without rights', answers(201, 403), /^demo may not read/],
  [
    'no server',
    () => Promise.reject(new TypeError('Failed to fetch')),
    /^No server answers at http:\/\/127\.0\.0\.1:8080/,
  ],
] as const)('[ELS1] %s is reported in one sentence', async (_title, network, words) => {
  expect(await greetElsewhere(server, 'http://page.test', network)).toEqual({ fault: expect.stringMatching(words) })
})

test('[ELS1] the owner of the token is learned from the server', async () => {
  expect(await greetElsewhere(server, 'http://page.test', answers(201))).toEqual({ name: 'demo', groups: ['g'] })
})
