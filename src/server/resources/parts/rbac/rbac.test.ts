import { expect, test } from 'vitest'
import { clusterrolebindings } from '#server/resources/rbac/clusterrolebindings/definition.ts'
import { clusterroles } from '#server/resources/rbac/clusterroles/definition.ts'
import { rolebindings } from '#server/resources/rbac/rolebindings/definition.ts'
import { roles } from '#server/resources/rbac/roles/definition.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'

const podReader = { apiGroups: [''], resources: ['pods'], verbs: ['get'] }
const roleRef = { kind: 'ClusterRole', name: 'view' }

test('[RB1] names need only be a valid path segment', () => {
  for (const name of ['Team:Reader_1', 'with space', 'a'.repeat(300)])
    expect(tryCreate(roles, { metadata: { name } }).errors).toEqual([])
  expect(tryCreate(roles, { metadata: { name: 'a/b%' } }).errors).toEqual([
    'metadata.name: Invalid value: "a/b%": may not contain \'/\'',
    'metadata.name: Invalid value: "a/b%": may not contain \'%\'',
  ])
  expect(tryCreate(clusterroles, { metadata: { name: '..' } }).errors).toEqual([
    'metadata.name: Invalid value: "..": may not be \'..\'',
  ])
})

test('[RB2] a rule has verbs, and either resources or non-resource URLs', () => {
  expect(tryCreate(roles, { rules: [podReader, { verbs: [] }] }).errors).toEqual([
    'rules[1].verbs: Required value: verbs must contain at least one value',
    'rules[1].apiGroups: Required value: resource rules must supply at least one api group',
    'rules[1].resources: Required value: resource rules must supply at least one resource',
  ])
  const mixed = { verbs: ['get'], nonResourceURLs: ['/x'], resources: ['pods'] }
  expect(tryCreate(roles, { rules: [mixed] }).errors).toEqual([
    'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
    'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
  ])
  expect(tryCreate(clusterroles, { rules: [{ verbs: ['get'], nonResourceURLs: ['/x', 'y'] }] }).errors).toEqual([])
  expect(tryCreate(roles, {}).object).toMatchObject({ rules: null })
})

test('[RB3] an update reports every cause twice', () => {
  const live = tryCreate(roles, { rules: [podReader] }).object
  const cause = 'rules[0].verbs: Required value: verbs must contain at least one value'
  expect(tryUpdate(roles, live, { rules: [{ ...podReader, verbs: [] }] }).errors).toEqual([cause, cause])
})

test('[RB4] the API group of role references, users and groups is defaulted', () => {
  const subjects = [
    { kind: 'User', name: 'u' },
    { kind: 'ServiceAccount', name: 's' },
    { kind: 'Group', name: 'g' },
  ]
  const { object, errors } = tryCreate(rolebindings, { roleRef, subjects })
  const apiGroup = 'rbac.authorization.orch.io'
  expect(errors).toEqual([])
  expect(object).toMatchObject({ roleRef: { ...roleRef, apiGroup }, subjects: [{ apiGroup }, {}, { apiGroup }] })
})

test('[RB5] a binding has a role reference and subjects of known kinds', () => {
  expect(tryCreate(rolebindings, {}).errors).toEqual([
    'roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole"',
    'roleRef.name: Required value',
  ])
  const subjects = [
    { kind: 'Robot', name: 'x' },
    { kind: 'ServiceAccount', name: 'Bad_', apiGroup: 'x' },
    { kind: 'User', apiGroup: 'v1', name: 'u' },
    { kind: 'Group' },
  ]
  const group = 'supported values: "rbac.authorization.orch.io"'
  const { errors } = tryCreate(clusterrolebindings, {
    roleRef: { apiGroup: 'wrong', kind: 'Role', name: 'r' },
    subjects,
  })
  expect(errors.map((text) => text.replace(/: a lowercase .*/, ''))).toEqual([
    `roleRef.apiGroup: Unsupported value: "wrong": ${group}`,
    'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
    'subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"',
    'subjects[1].name: Invalid value: "Bad_"',
    'subjects[1].apiGroup: Unsupported value: "x": supported values: ""',
    'subjects[1].namespace: Required value',
    `subjects[2].apiGroup: Unsupported value: "v1": ${group}`,
    'subjects[3].name: Required value',
  ])
})

test('[RB6] the role of a binding is immutable', () => {
  const live = tryCreate(rolebindings, { roleRef }).object
  expect(tryUpdate(rolebindings, live, { roleRef: { ...roleRef, name: 'edit' } }).errors).toEqual([
    'roleRef: Invalid value: {"APIGroup":"rbac.authorization.orch.io","Kind":"ClusterRole","Name":"edit"}: cannot change roleRef',
  ])
  expect(tryUpdate(rolebindings, live, { roleRef, subjects: [{ kind: 'User', name: 'u' }] }).errors).toEqual([])
})

test('[RB7] an aggregation rule has valid selectors', () => {
  expect(tryCreate(clusterroles, { aggregationRule: {} }).errors).toEqual([
    'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
  ])
  const odd = { matchExpressions: [{ key: 'a', operator: 'In' }] }
  expect(
    tryCreate(clusterroles, { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }, odd] } }).errors,
  ).toEqual([
    "aggregationRule.clusterRoleSelectors[1].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    'aggregationRule.clusterRoleSelectors[1]: Invalid value: null: invalid label selector.',
  ])
})

test('[RB8] rows show the creation time of a role and the subjects of a binding', () => {
  const role = tryCreate(roles, { metadata: { name: 'r' } }).object
  role.metadata.creationTimestamp = '2024-01-01T00:00:00Z'
  expect(cellsOf(roles, role)).toEqual(['r', '2024-01-01T00:00:00Z'])
  const subjects = [
    { kind: 'User', name: 'u1' },
    { kind: 'User', name: 'u2' },
    { kind: 'Group', name: 'g' },
    { kind: 'ServiceAccount', namespace: 'n', name: 's' },
  ]
  const binding = tryCreate(clusterrolebindings, { roleRef, subjects }).object
  expect(cellsOf(clusterrolebindings, binding)).toEqual(['x', 'ClusterRole/view', '<unknown>', 'u1, u2', 'g', 'n/s'])
})
