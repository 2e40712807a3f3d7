import type { JsonObject } from '#api/json.ts'
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec, Subject } from '#server/kinds/types/flowcontrol-v1.ts'

/** The annotation of objects that the server reconciles in the reference. */
export const autoUpdate = { 'apf.orch.io/autoupdate-spec': 'true' }

const queue = (queues: number, handSize: number) => ({
  type: 'Queue',
  queuing: { queues, handSize, queueLengthLimit: 50 },
})

const limited = (
  nominalConcurrencyShares: number,
  lendablePercent: number,
  limitResponse: JsonObject,
): PriorityLevelConfigurationSpec => ({
  type: 'Limited',
  limited: { nominalConcurrencyShares, lendablePercent, limitResponse },
})

/** Priority levels of a new server by name; the first two are mandatory. [FC1] */
export const priorityLevels: ReadonlyMap<string, PriorityLevelConfigurationSpec> = new Map([
  ['exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }],
  ['catch-all', limited(5, 0, { type: 'Reject' })],
  ['system', limited(30, 33, queue(64, 6))],
  ['node-high', limited(40, 25, queue(64, 6))],
  ['leader-election', limited(10, 0, queue(16, 4))],
  ['workload-high', limited(40, 50, queue(128, 6))],
  ['workload-low', limited(100, 90, queue(128, 6))],
  ['global-default', limited(20, 50, queue(128, 6))],
])

const group = (name: string): Subject => ({ kind: 'Group', group: { name } })
const user = (name: string): Subject => ({ kind: 'User', user: { name } })
const systemAccounts: Subject = {
  kind: 'ServiceAccount',
  serviceAccount: { namespace: 'kube-system', name: '*' },
}
const everybody = [group('system:unauthenticated'), group('system:authenticated')]

interface Rule {
  readonly verbs: string[]
  readonly groups: string[]
  readonly resources: string[]
  readonly clusterScope: boolean
}

const resourceRule = ({ verbs, groups, resources, clusterScope }: Rule): JsonObject => ({
  verbs,
  apiGroups: groups,
  resources,
  ...(clusterScope && { clusterScope }),
  namespaces: ['*'],
})

const everything = (subjects: Subject[]): JsonObject => ({
  subjects,
  resourceRules: [resourceRule({ verbs: ['*'], groups: ['*'], resources: ['*'], clusterScope: true })],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
})

const leases = { groups: ['coordination.orch.io'], resources: ['leases'], clusterScope: false }

function schema(level: string, matchingPrecedence: number, by: string, rule: JsonObject): FlowSchemaSpec {
  return {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    ...(by !== '' && { distinguisherMethod: { type: by } }),
    rules: [rule],
  }
}

/** Flow schemas of a new server by name; the first two are mandatory. [FC1] */
export const flowSchemas: ReadonlyMap<string, FlowSchemaSpec> = new Map([
  ['exempt', schema('exempt', 1, '', everything([group('system:masters')]))],
  ['catch-all', schema('catch-all', 10_000, 'ByUser', everything(everybody))],
  ['system-nodes', schema('system', 500, 'ByUser', everything([group('system:nodes')]))],
  [
    'system-node-high',
    schema('node-high', 400, 'ByUser', {
      subjects: [group('system:nodes')],
      resourceRules: [
        resourceRule({ verbs: ['*'], groups: [''], resources: ['nodes', 'nodes/status'], clusterScope: true }),
        resourceRule({ verbs: ['*'], ...leases }),
      ],
    }),
  ],
  [
    'probes',
    schema('exempt', 2, '', {
      subjects: everybody,
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
    }),
  ],
  [
    'system-leader-election',
    schema('leader-election', 100, 'ByUser', {
      subjects: [user('system:kube-controller-manager'), user('system:kube-scheduler'), systemAccounts],
      resourceRules: [resourceRule({ verbs: ['get', 'create', 'update'], ...leases })],
    }),
  ],
  [
    'kube-controller-manager',
    schema('workload-high', 800, 'ByNamespace', everything([user('system:kube-controller-manager')])),
  ],
  ['kube-scheduler', schema('workload-high', 800, 'ByNamespace', everything([user('system:kube-scheduler')]))],
  ['kube-system-service-accounts', schema('workload-high', 900, 'ByNamespace', everything([systemAccounts]))],
  ['service-accounts', schema('workload-low', 9000, 'ByUser', everything([group('system:serviceaccounts')]))],
  ['global-default', schema('global-default', 9900, 'ByUser', everything(everybody))],
])

/** Names of objects whose spec is fixed. [FC4] */
export const mandatory: ReadonlySet<string> = new Set(['exempt', 'catch-all'])
