import type { JsonObject } from '#api/json.ts'
import { addressKeeper, alice, autoscaler, bob, carol, ledgerExporter, shopController, stockBot } from './cast.ts'
import type { Manifest } from './manifest.ts'

/*
 * Roles and bindings of the shop. Users get the built-in roles `edit` and `view`; each bot gets only the verb it needs.
 */

const group = 'rbac.authorization.orch.io'

const rule = (apiGroup: string, resources: readonly string[], verbs: readonly string[]): JsonObject => ({
  apiGroups: [apiGroup],
  resources: [...resources],
  verbs: [...verbs],
})

const clusterRole = (name: string, rules: readonly JsonObject[], labels?: JsonObject): Manifest => ({
  apiVersion: `${group}/v1`,
  kind: 'ClusterRole',
  metadata: { name, ...(labels === undefined ? {} : { labels }) },
  rules: [...rules],
})

const role = (name: string, rules: readonly JsonObject[]): Manifest => ({
  apiVersion: `${group}/v1`,
  kind: 'Role',
  metadata: { name, namespace: 'shop' },
  rules: [...rules],
})

type Subject = readonly ['User' | 'Group', string]
type RoleRef = readonly ['ClusterRole' | 'Role', string]

const bound = (subject: Subject, roleRef: RoleRef): JsonObject => ({
  roleRef: { apiGroup: group, kind: roleRef[0], name: roleRef[1] },
  subjects: [{ apiGroup: group, kind: subject[0], name: subject[1] }],
})

const roleBinding = (namespace: string, name: string, subject: Subject, ref: RoleRef): Manifest => ({
  apiVersion: `${group}/v1`,
  kind: 'RoleBinding',
  metadata: { name, namespace },
  ...bound(subject, ref),
})

const clusterRoleBinding = (name: string, subject: Subject, ref: RoleRef): Manifest => ({
  apiVersion: `${group}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: { name },
  ...bound(subject, ref),
})

const holderOf = (bot: string): Subject => ['User', bot]

export const accessManifests: readonly Manifest[] = [
  // Aggregated: users who may edit or view built-in kinds may do the same with books.
  clusterRole('book-editor', [rule('catalog.example', ['books'], ['create', 'update', 'patch', 'delete'])], {
    'rbac.authorization.orch.io/aggregate-to-edit': 'true',
  }),
  clusterRole('book-viewer', [rule('catalog.example', ['books'], ['get', 'list', 'watch'])], {
    'rbac.authorization.orch.io/aggregate-to-view': 'true',
  }),
  clusterRole('staging-holder', [
    { ...rule('', ['namespaces'], ['patch']), resourceNames: ['staging'] },
    { ...rule('', ['namespaces/finalize'], ['update']), resourceNames: ['staging'] },
  ]),
  // Limited to one object by name: viewers may change the banner, and nothing else.
  role('banner-writer', [{ ...rule('', ['configmaps'], ['patch']), resourceNames: ['web-settings'] }]),
  role('stock-keeper', [rule('catalog.example', ['books'], ['patch'])]),
  role('scaler', [rule('apps', ['deployments/scale'], ['patch'])]),
  role('status-reporter', [
    rule('apps', ['deployments'], ['list', 'watch']),
    rule('apps', ['deployments/status'], ['patch']),
  ]),
  roleBinding('shop', 'editors', ['Group', alice.groups[0] ?? ''], ['ClusterRole', 'edit']),
  roleBinding('staging', 'editors', ['Group', alice.groups[0] ?? ''], ['ClusterRole', 'admin']),
  roleBinding('shop', 'writers', ['User', bob.name], ['ClusterRole', 'edit']),
  clusterRoleBinding('viewers', ['Group', carol.groups[0] ?? ''], ['ClusterRole', 'view']),
  roleBinding('shop', 'banner-writers', ['Group', carol.groups[0] ?? ''], ['Role', 'banner-writer']),
  clusterRoleBinding('address-keeper', holderOf(addressKeeper.name), ['ClusterRole', 'staging-holder']),
  clusterRoleBinding('ledger-exporter', holderOf(ledgerExporter.name), ['ClusterRole', 'staging-holder']),
  roleBinding('shop', 'stock-bot', holderOf(stockBot.name), ['Role', 'stock-keeper']),
  roleBinding('shop', 'hpa', holderOf(autoscaler.name), ['Role', 'scaler']),
  roleBinding('shop', 'shop-controller', holderOf(shopController.name), ['Role', 'status-reporter']),
]
