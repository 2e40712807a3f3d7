import { expect, test } from 'vitest'
import type { Attributes } from '#server/auth/authorizer.ts'
import { abacAuthorizer } from './abac-authorizer.ts'
import { parseAbacPolicies } from './abac-policy.ts'

const request = (user: string, more: Partial<Attributes> = {}): Attributes => ({
  user: { name: user, uid: '', groups: ['system:authenticated', 'dev'], extra: {} },
  verb: 'get',
  isResource: true,
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'shop',
  name: '',
  path: '',
  ...more,
})

const file = `# people
{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"alice","namespace":"*","resource":"*","apiGroup":"*"}}
{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"bob","namespace":"shop","resource":"pods","readonly":true}}
{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"group":"*","nonResourcePath":"/healthz*","readonly":true}}

{"user":"old","resource":"secrets"}
`
const policies = parseAbacPolicies('p', file)

test('[ABAC1] lines are policies of v1beta1, or of the form without a version, where absent fields match everything', () => {
  expect(policies.map(({ user, group }) => `${user}|${group}`)).toEqual([
    'alice|',
    'bob|',
    '|system:authenticated',
    'old|',
  ])
  expect(policies[3]).toEqual({
    user: 'old',
    group: '',
    readonly: false,
    apiGroup: '*',
    resource: 'secrets',
    namespace: '*',
    nonResourcePath: '',
  })
})

test.each([
  ['x', "couldn't get version/kind; json parse error: invalid character 'x' looking for beginning of value"],
  ['{"user":1}', 'json: cannot unmarshal number into Go struct field Policy.user of type string'],
  [
    '{"apiVersion":"v1","kind":"Pod"}',
    'no kind "Pod" is registered for version "v1" in scheme "pkg/apis/abac/scheme.go"',
  ],
])('[ABAC1] the line %s is refused with its number', (line, why) => {
  expect(() => parseAbacPolicies('f', `#\n${line}`)).toThrow(`error reading policy file f, line 2: ${line}: ${why}`)
})

test('[ABAC2] a policy allows its subjects its resources, and only reads if it is readonly', async () => {
  const { authorize } = abacAuthorizer(policies)
  const decide = async (user: string, more: Partial<Attributes> = {}): Promise<string> =>
    (await authorize(request(user, more))).type
  expect(await decide('alice', { verb: 'delete', group: 'apps' })).toBe('allowed')
  expect(await decide('bob')).toBe('allowed')
  expect(await decide('bob', { verb: 'create' })).toBe('no-opinion')
  expect(await decide('bob', { namespace: 'other' })).toBe('no-opinion')
  expect(await decide('bob', { group: 'apps' })).toBe('no-opinion')
  expect(await decide('eve', { isResource: false, path: '/healthz/ping' })).toBe('allowed')
  expect(await decide('eve', { isResource: false, path: '/metrics' })).toBe('no-opinion')
  expect(await decide('old', { resource: 'secrets', verb: 'create', group: 'any' })).toBe('allowed')
  expect(await authorize(request('eve'))).toMatchObject({ why: 'No policy matched.' })
})

test('[ABAC2] the rules of a user are those of the policies that match in the namespace', async () => {
  const rules = await abacAuthorizer(policies).rulesFor?.({ name: 'bob', uid: '', groups: [], extra: {} }, 'shop')
  expect(rules?.rules).toEqual([{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'] }])
})
