import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { secrets } from './definition.ts'

const ok = 'b2s='

test('[SEC1] the type defaults to Opaque', () => {
  expect(tryCreate(secrets, {}).object['type']).toBe('Opaque')
  expect(tryCreate(secrets, { type: '' }).object['type']).toBe('Opaque')
})

test.each([
  ['orch.io/basic-auth', ['data[password]: Required value', 'data[username]: Required value']],
  ['orch.io/ssh-auth', ['data[ssh-privatekey]: Required value']],
  ['orch.io/tls', ['data[tls.crt]: Required value', 'data[tls.key]: Required value']],
  ['orch.io/dockercfg', ['data[.dockercfg]: Required value']],
  ['orch.io/dockerconfigjson', ['data[.dockerconfigjson]: Required value']],
  ['orch.io/service-account-token', ['metadata.annotations[orch.io/service-account.name]: Required value']],
  ['example.com/any', []],
])('[SEC1] %s requires its keys', (type, errors) => {
  expect(tryCreate(secrets, { type }).errors).toEqual(errors)
})

test('[SEC1] username or password is sufficient, and docker configuration must be JSON', () => {
  expect(tryCreate(secrets, { type: 'orch.io/basic-auth', data: { username: ok } }).errors).toEqual([])
  expect(tryCreate(secrets, { type: 'orch.io/dockercfg', data: { '.dockercfg': ok } }).errors).toEqual([
    'data[.dockercfg]: Invalid value: "<secret contents redacted>": invalid character \'o\' looking for beginning of value',
  ])
  expect(tryCreate(secrets, { type: 'orch.io/dockercfg', data: { '.dockercfg': 'e30=' } }).errors).toEqual([])
})

test('[SEC2] stringData overrides data and is not stored', () => {
  const { object } = tryCreate(secrets, { data: { a: 'b2xk', b: ok }, stringData: { a: 'new', c: 'ü' } })
  expect(object['data']).toEqual({ a: 'bmV3', b: ok, c: 'w7w=' })
  expect(object['stringData']).toBeUndefined()
})

test('[SEC3] the type is immutable, and an immutable secret cannot change', () => {
  const live = tryCreate(secrets, { data: { a: ok }, immutable: true }).object
  expect(tryUpdate(secrets, live, { type: 'other', data: {} }).errors).toEqual([
    'type: Invalid value: "other": field is immutable',
    'immutable: Forbidden: field is immutable when `immutable` is set',
    'data: Forbidden: field is immutable when `immutable` is set',
  ])
})

test('[TB1] a row shows the type and the number of keys', () => {
  expect(cellsOf(secrets, tryCreate(secrets, { data: { a: ok } }).object)).toEqual(['x', 'Opaque', 1, '<unknown>'])
})
