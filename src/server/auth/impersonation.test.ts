import { expect, test } from 'vitest'
import { headerLines, impersonatedUser, impersonationAttributes, readImpersonation } from './impersonation.ts'
import { authenticatedUser } from './user-info.ts'

const parts = (lines: readonly (readonly [string, string])[]): Parameters<typeof impersonatedUser>[0] => {
  const read = readImpersonation(lines)
  return read.type === 'parts' ? read.parts : []
}

test('[AC1] the headers request a user, groups, extras and a uid', () => {
  expect(readImpersonation([['accept', 'x']])).toEqual({ type: 'none' })
  const read = parts([
    ['Impersonate-Uid', 'u'],
    ['Impersonate-Extra-Acme%2Fscopes', 'a, b'],
    ['Impersonate-Group', 'devs'],
    ['impersonate-group', 'ops'],
    ['Impersonate-User', 'jane'],
  ])
  expect(read.map((part) => `${part.type} ${part.name}`)).toEqual([
    'user jane',
    'group devs',
    'group ops',
    'extra a, b',
    'uid u',
  ])
  expect(impersonatedUser(read)).toEqual({
    name: 'jane',
    uid: 'u',
    groups: ['devs', 'ops', 'system:authenticated'],
    extra: { 'acme/scopes': ['a, b'] },
  })
})

test('[AC1] groups without a user are an error that prints them', () => {
  expect(readImpersonation([['Impersonate-Group', 'devs']])).toEqual({
    type: 'without-user',
    parts: '[{Group  devs    }]',
  })
})

test('[AC1] joined header values are split again', () => {
  const headers = new Headers({ 'impersonate-user': 'jane' })
  headers.append('impersonate-group', 'a')
  headers.append('impersonate-group', 'b')
  expect(impersonatedUser(parts(headerLines(headers))).groups).toEqual(['a', 'b', 'system:authenticated'])
})

test('[AC2] each impersonated attribute is authorized separately', () => {
  const user = authenticatedUser({ name: 'bob' })
  const attributes = parts([
    ['impersonate-user', 'system:serviceaccount:ns:robot'],
    ['impersonate-extra-scopes', 'view'],
    ['impersonate-uid', 'u'],
  ]).map((part) => impersonationAttributes(part, user))
  expect(
    attributes.map(({ group, resource, subresource, namespace, name }) => [
      group,
      resource,
      subresource,
      namespace,
      name,
    ]),
  ).toEqual([
    ['', 'serviceaccounts', '', 'ns', 'robot'],
    ['authentication.orch.io', 'userextras', 'scopes', '', 'view'],
    ['authentication.orch.io', 'uids', '', '', 'u'],
  ])
})

test('[AC3] an impersonated service account or anonymous user gets its own groups', () => {
  const groupsOf = (...lines: readonly (readonly [string, string])[]): readonly string[] =>
    impersonatedUser(parts(lines)).groups
  const robot = ['impersonate-user', 'system:serviceaccount:ns:robot'] as const
  expect(groupsOf(robot)).toEqual(['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'])
  expect(groupsOf(robot, ['impersonate-group', 'g'])).toEqual(['g', 'system:authenticated'])
  expect(groupsOf(['impersonate-user', 'system:anonymous'])).toEqual(['system:unauthenticated'])
  expect(groupsOf(['impersonate-user', 'x'], ['impersonate-group', 'system:unauthenticated'])).toEqual([
    'system:unauthenticated',
  ])
})
