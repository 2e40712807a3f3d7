import { expect, test } from 'vitest'
import { encodeContinueToken, parseContinueToken } from './continue-token.ts'

const prefix = '/registry/configmaps/ns/'
const toToken = (json: string): string => Buffer.from(json, 'utf8').toString('base64url')
const messageOf = (token: string): string => {
  try {
    return JSON.stringify(parseContinueToken(token, prefix))
  } catch (error) {
    return error instanceof Error ? error.message.replace('invalid continue token: continue key is not valid', '…') : ''
  }
}

test('[CT1] a token carries version, revision and the key relative to the list, base64url without padding', () => {
  const token = encodeContinueToken({ startKey: `${prefix}a\0`, revision: 42 }, prefix)

  expect(Buffer.from(token, 'base64url').toString()).toBe('{"v":"meta.orch.io/v1","rv":42,"start":"a\\u0000"}')
  expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(parseContinueToken(token, prefix)).toEqual({ startKey: `${prefix}a\0`, revision: 42 })
})

test('[CT1] names of any length and script round-trip', () => {
  for (const name of ['a', 'ab', 'abc', 'abcd', 'é日𝄞', 'x'.repeat(253)]) {
    const token = encodeContinueToken({ startKey: `${prefix}${name}\0`, revision: -1 }, prefix)
    expect(parseContinueToken(token, prefix)).toEqual({ startKey: `${prefix}${name}\0`, revision: -1 })
  }
})

test('[CT2] a token that is used on another list is resolved relative to that list', () => {
  const token = encodeContinueToken({ startKey: `${prefix}a\0`, revision: 7 }, prefix)

  expect(parseContinueToken(token, '/registry/secrets/other/').startKey).toBe('/registry/secrets/other/a\0')
})

test('[CT2] a key cannot leave the prefix of its list', () => {
  for (const start of ['../secrets/a', 'a/../../b', '/../x', 'a//b', './a', 'a/']) {
    expect(messageOf(toToken(JSON.stringify({ v: 'meta.orch.io/v1', rv: 1, start })))).toBe(`…: ${start}`)
  }
})

test('[CT4] a token that nests too deeply is refused with the error text of encoding/json', () => {
  expect(messageOf(toToken('['.repeat(10_001)))).toBe("…: invalid character '[' exceeded max depth")
})

test.each([
  ['garbage', "…: invalid character '\\u0081' looking for beginning of value"],
  ['!!!', '…: illegal base64 data at input byte 0'],
  ['A', '…: illegal base64 data at input byte 0'],
  ['abc=', '…: illegal base64 data at input byte 3'],
  ['AAAAAAAA', "…: invalid character '\\x00' looking for beginning of value"],
  ['eyJ2IjoidjkiLCJydiI6MSwic3RhcnQiOiJ4In0', '…: server does not recognize this encoded version v9'],
  ['bm90IGpzb24', "…: invalid character 'o' in literal null (expecting 'u')"],
  ['e30', '…: server does not recognize this encoded version '],
  [toToken('null'), '…: server does not recognize this encoded version '],
  [toToken('{'), '…: unexpected end of JSON input'],
  [toToken('{"v":1}'), '…: json: cannot unmarshal number into Go struct field continueToken.v of type string'],
  [toToken('{"rv":"1"}'), '…: json: cannot unmarshal string into Go struct field continueToken.rv of type int64'],
  [toToken('{"rv":1.5}'), '…: json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64'],
  [toToken('[]'), '…: json: cannot unmarshal array into Go value of type storage.continueToken'],
  [toToken('{} x'), "…: invalid character 'x' after top-level value"],
  [
    toToken('{"v":"meta.orch.io/v1","start":"a"}'),
    '…: incorrect encoded start resourceVersion (version meta.orch.io/v1)',
  ],
  [toToken('{"v":"meta.orch.io/v1","rv":1}'), '…: encoded start key empty (version meta.orch.io/v1)'],
])('[CT3] the token %j is refused with the text of the reference', (token, message) => {
  expect(messageOf(token)).toBe(message)
})

test('[CT3] member names match case-insensitively and line breaks in the token are ignored', () => {
  const token = toToken('{"V":"meta.orch.io/v1","RV":5,"Start":"a"}')

  expect(parseContinueToken(`${token.slice(0, 7)}\n${token.slice(7)}`, prefix)).toEqual({
    startKey: `${prefix}a`,
    revision: 5,
  })
})
