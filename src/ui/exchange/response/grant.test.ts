import { expect, test } from 'vitest'
import type { TrialAction } from '#facts/config-api.ts'
import { labOnHost } from '#testing/lab-on-host.ts'
import { grantOf, sendGrant } from './grant.ts'

const action: TrialAction = {
  user: { name: 'carol', uid: '', groups: [], extra: {} },
  verb: 'update',
  isResource: true,
  group: 'apps',
  version: '*',
  resource: 'deployments',
  subresource: '',
  namespace: 'default',
  name: 'web',
  path: '',
}
const roles = '/apis/rbac.authorization.orch.io/v1/namespaces/default'
const ownName = 'carol-update-deployments'

test('[EX6] the missing permission is added to the nearest rule of a role, else as a role of the person’s own', async () => {
  const { requests, json } = await labOnHost()
  await json('POST', `${roles}/roles`, {
    metadata: { name: 'writers' },
    rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] }],
  })
  const nearest = {
    type: 'rule',
    role: { kind: 'Role', name: 'writers', namespace: 'default' },
    rule: 0,
    add: [{ miss: 'verb', value: 'update' }],
  } as const
  const toRule = grantOf(nearest, action, 'orch')
  expect(toRule.lines).toEqual(['  Role default/writers, rules[0]', '+   verbs: update'])
  await sendGrant(requests, toRule)
  expect(await json('GET', `${roles}/roles/writers`)).toMatchObject({ rules: [{ verbs: ['get', 'update'] }] })

  const own = grantOf({ ...nearest, role: { kind: 'ClusterRole', name: 'view', namespace: '' } }, action, 'orch')
  expect(own.lines).toEqual([
    `+ Role default/${ownName}: update deployments web`,
    `+ RoleBinding default/${ownName}: carol`,
  ])
  // A second click changes nothing and is no error.
  for (const _time of [1, 2]) await sendGrant(requests, own)
  expect(await json('GET', `${roles}/roles/${ownName}`)).toMatchObject({
    rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['update'], resourceNames: ['web'] }],
  })
  expect(await json('GET', `${roles}/rolebindings/${ownName}`)).toMatchObject({ subjects: [{ name: 'carol' }] })
})

test('[VO7] a grant in a cluster with Kubernetes’ names writes its group', () => {
  const { requests } = grantOf({ type: 'binding', namespace: 'default' }, action, 'kubernetes')
  const group = 'rbac.authorization.k8s.io'
  expect(requests.map(({ path }) => path)).toEqual(
    ['roles', 'rolebindings'].map((each) => `/apis/${group}/v1/namespaces/default/${each}`),
  )
  expect(requests.map(({ body }) => body)).toMatchObject([
    { apiVersion: `${group}/v1`, kind: 'Role' },
    { apiVersion: `${group}/v1`, roleRef: { apiGroup: group }, subjects: [{ apiGroup: group }] },
  ])
})
