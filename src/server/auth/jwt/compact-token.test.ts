import { expect, test } from 'vitest'
import { readCompactToken, untrustedIssuer } from './compact-token.ts'

const part = (text: string): string => Buffer.from(text).toString('base64url')
const token = (header: string, claims = '{"iss":"https://a.test"}'): string => `${part(header)}.${part(claims)}.c2ln`
const good = '{"alg":"ES256","kid":"a:{b}\\"c\\""}'

test('[JW2] a token is decoded whatever characters its strings contain', () => {
  expect(readCompactToken(token(good))).toMatchObject({
    value: { header: { alg: 'ES256', kid: 'a:{b}"c"' }, claims: { iss: 'https://a.test' } },
  })
})

test("[JW2] a token that deviates from the standard's encoding is refused with the reason", () => {
  const refused: readonly [string, RegExp][] = [
    ['..', /header is no JSON object/],
    ['a.b', /3 parts/],
    [token('["alg"]'), /header is no JSON object/],
    [token('\uFEFF{"alg":"ES256"}'), /header is no JSON object/],
    [token('{"alg":"ES256","alg":"none"}'), /stands twice/],
    [token('{"alg":"ES256","b64":false}'), /extension/],
    [token('{"alg":"ES256","crit":["x"],"x":1}'), /extension/],
    [token('{"alg":"ES256","zip":"DEF"}'), /compressed/],
    [token(good, '[1]'), /payload is no JSON object/],
    [token(good, ''), /payload is no JSON object/],
    [`${token(good)}=`, /not base64url/],
    [`${part(good)}.${part('{}')}.AB`, /not base64url/],
    [`${part(good)}.${part('{}')}.A B`, /not base64url/],
    ['x'.repeat(16 * 1024 + 1), /at most 16384/],
  ]
  for (const [text, reason] of refused)
    expect(readCompactToken(text), text.slice(0, 40)).toMatchObject({ error: expect.stringMatching(reason) as string })
})

test("[JW1] Google's issuer is recognized under both of its names", () => {
  expect(untrustedIssuer(token(good, '{"iss":"accounts.google.com"}'))).toBe('https://accounts.google.com')
  expect(untrustedIssuer(token(good, '{"iss":{"toString":1}}'))).toBeNull()
})
