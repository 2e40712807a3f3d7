import { expect, test } from 'vitest'
import type { Replay, TokenTrial } from '#facts/config-api.ts'
import { lineOfField } from './try-it/line-of-field.ts'
import { blastOf } from './state/blast.ts'
import { reviewOf } from './state/samples.ts'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import { createTryStore, decodeToken, shownSteps } from './state/try-store.ts'
import { pastedToken, timeOfClaim } from './state/token-text.ts'
import { typeOfValue } from './editor/value-type.ts'

useMemoryStorage()

const file = `jwt:
- claimMappings:
    username:
      claim: sub
  claimValidationRules:
  - expression: claims.a == 1
`

test('[CB5] an expression of dynamic type shows the type of its value', () => {
  expect(['"a"', '1', '1.5', 'true', '[1]', '{}', 'null'].map((value) => typeOfValue('any', value))).toEqual([
    'string',
    'int',
    'double',
    'bool',
    'list',
    'map',
    'null',
  ])
  expect(typeOfValue('timestamp', '"x"')).toBe('timestamp')
})

test('[CB5] a request becomes the variable of match conditions', () => {
  const user = { name: 'ada', uid: '', groups: ['g'], extra: {} }
  const action = {
    user,
    verb: 'get',
    group: '',
    version: 'v1',
    resource: 'pods',
    subresource: '',
    namespace: 'shop',
    name: 'a',
    path: '/x',
  }
  expect(reviewOf({ ...action, isResource: true })).toMatchObject({
    user: 'ada',
    resourceAttributes: { namespace: 'shop', resource: 'pods', name: 'a' },
  })
  const other = reviewOf({ ...action, isResource: false })
  expect(other['nonResourceAttributes']).toEqual({ path: '/x', verb: 'get' })
  expect(other['resourceAttributes']).toBeUndefined()
})

const part = (value: object): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

test('[CB6] a token is decoded without verification; other texts are not tokens', () => {
  expect(decodeToken(` ${part({ alg: 'none' })}.${part({ sub: 'ä?>' })}. `)?.claims).toEqual({ sub: 'ä?>' })
  for (const none of ['', 'x', 'a.b.c', `${part({})}.${btoa('[1]')}`, 'ey.ÿ.']) expect(decodeToken(none)).toBeNull()
})

test('[CB6] consecutive steps of one name are merged, and link to the line that defines them', () => {
  const step = (name: string, outcome: 'passed' | 'failed' | 'skipped', detail: string, field = '') => ({
    authenticator: 0,
    step: name,
    outcome,
    detail,
    field,
  })
  const trial: TokenTrial = {
    steps: [
      step('issuer', 'skipped', 'not from here'),
      step('claim rule', 'passed', 'one'),
      step('claim rule', 'passed', 'two'),
      step('claim rule', 'failed', 'three', 'jwt[0].claimValidationRules[0].expression'),
    ],
    user: null,
    error: 'three',
    header: null,
    claims: null,
  }
  expect(shownSteps(trial).map(({ title, state, details }) => `${title} ${state} ${details.join()}`)).toEqual([
    'Another issuer off not from here',
    'Claim rules ok one,two',
    'Claim rules bad three',
  ])
  expect(lineOfField(file, 'jwt[0].claimValidationRules[0].expression')).toBe(6)
  expect(lineOfField(file, 'jwt[0].claimMappings.uid.claim')).toBe(2)
  expect(lineOfField('jwt: [', 'jwt')).toBeNull()
})

test('[CB7] a replay is grouped by user and action, lock-outs first', () => {
  const past = (user: string, before: 'allowed' | 'refused', after: 'allowed' | 'refused') => ({
    timeMs: 0,
    user,
    verb: 'list',
    what: 'pods',
    namespace: 'shop',
    name: '',
    before,
    after,
    why: '',
  })
  const replay: Replay = {
    requests: [
      past('ada', 'allowed', 'allowed'),
      past('eve', 'refused', 'allowed'),
      past('eve', 'refused', 'allowed'),
      past('bob', 'allowed', 'refused'),
    ],
    newlyAllowed: 2,
    newlyRefused: 1,
  }
  const blast = blastOf(replay)
  expect([blast.same, blast.allowed, blast.refused]).toEqual([1, 2, 1])
  expect(blast.groups.map(({ change, user, words, count }) => `${count} ${change} ${user} ${words}`)).toEqual([
    '1 refused bob list pods in shop',
    '2 allowed eve list pods in shop',
  ])
})

test('[CB17] the room begins with a token of its own, which takes the place of no other and is not kept', () => {
  const attempts = createTryStore()
  attempts.setFirstToken('first')
  attempts.setFirstToken('second')
  expect(attempts.getState().input.token).toBe('second')
  expect(createTryStore().getState().input.token).toBe('')
  attempts.setToken('mine')
  attempts.setFirstToken('third')
  expect(attempts.getState().input.token).toBe('mine')
  expect(createTryStore().getState().input.token).toBe('mine')
})

test('[CB6] a pasted header gives its token, and a claim of another day a date', () => {
  expect(pastedToken(' eyJ.a\n.b ')).toBe('eyJ.a.b')
  expect(pastedToken('Authorization: Bearer eyJ.a.b')).toBe('eyJ.a.b')
  expect(pastedToken('bearer eyJ.a.b')).toBe('eyJ.a.b')
  const nowMs = Date.UTC(2026, 0, 1, 12)
  const of = (seconds: number) => timeOfClaim(nowMs / 1000 + seconds, nowMs)
  expect(of(0).distance).toBe('now')
  expect([of(3540), of(-80)].map(({ distance }) => distance)).toEqual(['in 59 min', '80 s ago'])
  expect(of(3 * 86_400)).toEqual({ at: '2026-01-04', distance: 'in 3 days' })
  expect(timeOfClaim(9_999_999_999, nowMs)).toEqual({ at: '2286-11-20', distance: 'in 95,286 days' })
  expect(timeOfClaim(1e20, nowMs).distance).toBe('no time that a date can have')
})
