import { expect, test } from 'vitest'
import type { Attributes } from '#server/auth/authorizer.ts'
import { authenticatedUser } from '#server/auth/user-info.ts'
import type { PolicyRule } from './policy-rule.ts'
import { rbacAuthorizer } from './rbac-authorizer.ts'
import type { Binding, RbacPolicy } from './rbac-policy.ts'

const policyOf = (
  roles: Readonly<Record<string, readonly PolicyRule[]>>,
  bindings: readonly Binding[],
): RbacPolicy => ({
  bindings: async (namespace) => bindings.filter((binding) => binding.namespace === namespace),
  rules: async (namespace, name) => roles[`${namespace}/${name}`] ?? null,
})

const bob = authenticatedUser({ name: 'bob', groups: ['dev'] })
const request: Attributes = {
  user: bob,
  verb: 'get',
  isResource: true,
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'ns',
  name: 'p',
  path: '',
}
const toBob = (name: string, namespace: string, kind = namespace === '' ? 'ClusterRole' : 'Role'): Binding => ({
  name,
  namespace,
  roleRef: { kind, name },
  subjects: [{ kind: 'User', name: 'bob' }],
})
const mayBob = async (rule: PolicyRule, attributes: Partial<Attributes>): Promise<string> => {
  const policy = policyOf({ '/r': [rule] }, [toBob('r', '')])
  return (await rbacAuthorizer(policy).authorize({ ...request, ...attributes })).type
}

test('[AC5] a rule allows verbs on resources of API groups, optionally restricted to names', async () => {
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
  expect(await mayBob(rule, {})).toBe('allowed')
  expect(await mayBob(rule, { verb: 'list' })).toBe('no-opinion')
  expect(await mayBob(rule, { group: 'apps' })).toBe('no-opinion')
  expect(await mayBob({ ...rule, resourceNames: ['q'] }, {})).toBe('no-opinion')
  expect(await mayBob({ ...rule, resourceNames: ['p'] }, {})).toBe('allowed')
  expect(await mayBob({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, { subresource: 'log' })).toBe('allowed')
})

test('[AC6] subresources need their own rule', async () => {
  const to = (resource: string): PolicyRule => ({ verbs: ['get'], apiGroups: [''], resources: [resource] })
  expect(await mayBob(to('pods'), { subresource: 'log' })).toBe('no-opinion')
  expect(await mayBob(to('pods/log'), { subresource: 'log' })).toBe('allowed')
  expect(await mayBob(to('*/log'), { subresource: 'log' })).toBe('allowed')
  expect(await mayBob(to('pods/*'), { subresource: 'log' })).toBe('no-opinion')
})

test('[AC7] only cluster roles allow non-resource URLs, and a URL may end with a wildcard', async () => {
  const rule = { verbs: ['get'], nonResourceURLs: ['/custom/*'] }
  expect(await mayBob(rule, { isResource: false, path: '/custom/x' })).toBe('allowed')
  expect(await mayBob(rule, { isResource: false, path: '/customx' })).toBe('no-opinion')
  expect(await mayBob({ verbs: ['get'], nonResourceURLs: ['*'] }, { isResource: false, path: '/x' })).toBe('allowed')
})

test('[AC8] a binding to a missing role is reported if nothing else allows the request', async () => {
  const policy = policyOf({}, [toBob('a', ''), toBob('b', 'ns')])
  expect(await rbacAuthorizer(policy).authorize(request)).toEqual({
    type: 'no-opinion',
    why: 'RBAC: [clusterrole.rbac.authorization.orch.io "a" not found, role.rbac.authorization.orch.io "b" not found]',
  })
})

test('[AC9] a decision names the binding that allows the request', async () => {
  const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]
  const robot = { ...bob, name: 'system:serviceaccount:ns:robot' }
  const binding: Binding = { ...toBob('r', 'ns'), subjects: [{ kind: 'ServiceAccount', name: 'robot' }] }
  const authorizer = rbacAuthorizer(policyOf({ 'ns/r': rules }, [binding]))
  expect(await authorizer.authorize({ ...request, user: robot })).toEqual({
    type: 'allowed',
    why: 'RBAC: allowed by RoleBinding "r/ns" of Role "r" to ServiceAccount "robot/ns"',
  })
  expect((await authorizer.authorize({ ...request, user: robot, namespace: 'other' })).type).toBe('no-opinion')
})
