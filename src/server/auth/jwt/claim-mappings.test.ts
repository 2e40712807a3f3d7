import { expect, test } from 'vitest'
import { mapExtra, mapGroups, mapUid, mapUsername, readTextClaim } from './claim-mappings.ts'
import type { Expression, Source } from './jwt-config.ts'
import { whyRequiredClaimFails } from './rules.ts'

const claim = (name: string, prefix = ''): Source => ({ type: 'claim', claim: name, prefix })
const gives = (value: unknown): Expression => ({ text: 'e', evaluate: () => ({ value }) })
const by = (value: unknown): Source => ({ type: 'expression', expression: gives(value) })

test('[JW9] claims are decoded as Go decodes JSON', () => {
  expect(readTextClaim({ a: null }, 'a')).toEqual({ value: '' })
  expect(readTextClaim({}, 'constructor')).toEqual({ error: 'claim not present' })
  expect(readTextClaim({ a: [1] }, 'a')).toEqual({ error: 'json: cannot unmarshal array into Go value of type string' })
})

test('[JW10] the username claim must be a string, and an email address must be verified', () => {
  expect(mapUsername(claim('sub', 'x:'), { sub: '' })).toEqual({ value: 'x:' })
  expect(mapUsername(claim('email'), { email: 'a@b.c', email_verified: true })).toEqual({ value: 'a@b.c' })
  expect(mapUsername(claim('email'), { email: 'a@b.c' })).toEqual({ value: 'a@b.c' })
  expect(mapUsername(claim('email'), { email: 'a@b.c', email_verified: false })).toEqual({
    error: 'oidc: email not verified',
  })
  expect(mapUsername(claim('email'), { email: 'a@b.c', email_verified: 'true' })).toHaveProperty('error')
  expect(mapUsername(claim('sub'), { sub: 'a', email_verified: 'no' })).toEqual({ value: 'a' })
  expect(mapUsername(by(''), {})).toEqual({ error: 'oidc: empty username via CEL expression is not allowed' })
  expect(mapUsername(by(1), {})).toHaveProperty('error')
})

test('[JW11] the groups claim is a string or a list of strings', () => {
  expect(mapGroups(claim('g', 'p:'), { g: ['a', null, ''] })).toEqual({ value: ['p:a', 'p:', 'p:'] })
  expect(mapGroups(claim('g', 'p:'), { g: 'a' })).toEqual({ value: ['p:a'] })
  expect(mapGroups(claim('g'), {})).toEqual({ value: [] })
  expect(mapGroups(claim('g'), { g: ['a', 1] })).toHaveProperty('error')
  expect(mapGroups(by(['a', '', 'b']), {})).toEqual({ value: ['a', 'b'] })
  expect(mapGroups(by(null), {})).toEqual({ value: [] })
  expect(mapGroups(by({}), {})).toEqual({
    error: 'oidc: error evaluating group claim expression: expression must return a string or a list of strings',
  })
})

test('[JW12] a configured uid claim must be present', () => {
  expect(mapUid({ type: 'none' }, {})).toEqual({ value: '' })
  expect(mapUid(claim('uid'), {})).toEqual({ error: 'oidc: parse uid claim "uid": claim not present' })
  expect(mapUid(by(7), {})).toEqual({
    error: 'oidc: error evaluating uid claim expression: uid claim expression must return a string',
  })
})

test('[JW13] an extra attribute with an empty value is omitted', () => {
  expect(mapExtra(gives(['', '']), {})).toEqual({ value: [] })
  expect(mapExtra(gives(true), {})).toEqual({
    error: 'oidc: error evaluating extra claim expression: e: expression must return a string or a list of strings',
  })
})

test('[JW14] a required claim must have the configured value', () => {
  const required = [{ claim: 'hd', value: '' }]
  expect(whyRequiredClaimFails(required, { hd: '' })).toBeNull()
  expect(whyRequiredClaimFails(required, {})).toBe('oidc: required claim hd not present in ID token')
  expect(whyRequiredClaimFails(required, { hd: 'x' })).toBe(
    'oidc: required claim hd value does not match. Got = x, want = ',
  )
  expect(whyRequiredClaimFails(required, { hd: 1 })).toMatch(/parse claim hd/)
})
