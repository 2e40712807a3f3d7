import { admin, alice, bot } from '#samples/book-shop/cast.ts'
import type { Manifest } from '#samples/book-shop/manifest.ts'
import { create, merge, remove, type Step, type Untimed, wait } from '#samples/step.ts'

/** Duration of the story in seconds. */
export const stuckSeconds = 1500

/** Its controller was uninstalled before it removed the finalizer. */
const archiver = bot('archiver')
const inArchive = (name: string): string => `/api/v1/namespaces/archive/configmaps/${name}`

const namespace: Manifest = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'archive', finalizers: ['archive.example/keep-index', 'archive.example/revoke-keys'] },
}

const year = (name: string, finalizers: readonly string[] = []): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'archive', finalizers: [...finalizers] },
  data: { 'orders.csv': 'id,total\n1,12.50\n2,31.00\n' },
})

const isTerminating = (object: object | null): boolean => JSON.stringify(object ?? {}).includes('deletionTimestamp')
const hasConditions = (object: object | null): boolean => JSON.stringify(object ?? {}).includes('FinalizersRemaining')

const steps: readonly Untimed[] = [
  create(admin, namespace),
  create(admin, year('orders-2023')),
  create(admin, year('orders-2024')),
  create(admin, year('orders-2025', ['archive.example/sign-off'])),
  merge(archiver, inArchive('orders-2025'), { data: { 'signed-by': 'nobody yet' } }),
  create(admin, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'archive-key', namespace: 'archive' },
    data: { key: 'bm90LWEtcmVhbC1zZWNyZXQ=' },
  }),
  remove(alice, '/api/v1/namespaces/archive'),
  wait('/api/v1/namespaces/archive', isTerminating),
  wait('/api/v1/namespaces/archive', hasConditions),
  merge(archiver, '/api/v1/namespaces/archive', { metadata: { finalizers: ['archive.example/keep-index'] } }),
]

/** Binds a cluster role to those who keep the archive. */
const keepersMay = (name: string, role: string): Manifest => ({
  apiVersion: 'rbac.authorization.orch.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: role },
  subjects: [alice, archiver].map((person) => ({
    apiGroup: 'rbac.authorization.orch.io',
    kind: 'User',
    name: person.name,
  })),
})

const permissions: readonly Untimed[] = [
  create(admin, keepersMay('archive-keepers', 'admin')),
  create(admin, {
    apiVersion: 'rbac.authorization.orch.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'namespace-keeper' },
    rules: [{ apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'delete', 'patch'] }],
  }),
  create(admin, keepersMay('namespace-keepers', 'namespace-keeper')),
]

/**
 * A namespace that stays Terminating: a finalizer of its own remains, and one of a ConfigMap in it. The controllers of
 * both are gone. [SD6]
 */
export const stuckNamespaceStory: readonly Step[] = [
  ...permissions.map((step, at) => ({ ...step, at }) as Step),
  { type: 'compact', at: 10 },
  ...steps.map((step, n) => ({ ...step, at: 20 + Math.round((n * (stuckSeconds - 60)) / steps.length) }) as Step),
]
