import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ReviewAccess } from '#server/registry/review-access.ts'
import type { ActionContext, ActionSubresource, TextSubresource } from '#server/registry/subresource.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, container } from '#testing/trial-texts.ts'
import { bindings } from '#server/resources/core/bindings/definition.ts'
import { pods } from './definition.ts'

const nobody: ReviewAccess = {
  caller: { name: '', uid: '', groups: [], extra: {} },
  audiences: [],
  tokenSecondsMax: 0,
  warn: () => undefined,
  decide: async () => ({ allowed: false, denied: false, reason: '', error: '' }),
  rules: async () => ({ rules: [], isIncomplete: false, error: '' }),
  authenticate: async () => ({ error: '' }),
  sign: async () => '',
}

const pod = (spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
  metadata,
  spec: { containers: [container], ...spec },
})
const live = (spec: JsonObject = {}, status: JsonObject = {}, metadata: JsonObject = {}): ApiObject => {
  const { object } = tryCreate(pods, pod(spec, metadata))
  return { ...object, status: { ...(object['status'] as JsonObject), ...status } }
}
const errorsOfUpdate = (before: JsonObject, after: JsonObject, subresource = ''): readonly string[] =>
  brief(tryUpdate(pods, live(before), pod({ ...before, ...after }), subresource).errors)
const subresource = (name: string) => pods.subresources?.find((each) => each.name === name)
const requests = (cpu: string, memory = '1Gi'): JsonObject => ({ requests: { cpu, memory }, limits: { cpu, memory } })

test.each([
  ['BestEffort', {}],
  ['Burstable', { requests: { cpu: '1' } }],
  ['Burstable', { limits: { cpu: '1' } }],
  ['Guaranteed', requests('1')],
  ['Burstable', { ...requests('1'), requests: { cpu: '500m', memory: '1Gi' } }],
])('[POD6] the QoS class %s follows from %j', (quality, resources) => {
  const { object } = tryCreate(pods, pod({ containers: [{ ...container, resources }] }))
  expect(object['status']).toEqual({ phase: 'Pending', qosClass: quality })
})

test('[POD7] a new pod starts with a Pending status, whatever the client sent', () => {
  const { object } = tryCreate(pods, { ...pod(), status: { phase: 'Running', podIP: '1.1.1.1' } })
  expect(object).toMatchObject({ metadata: { generation: 1 }, status: { phase: 'Pending', qosClass: 'BestEffort' } })
  expect(tryCreate(pods, pod({ schedulingGates: [{ name: 'a' }] })).object['status']).toEqual({
    phase: 'Pending',
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        lastProbeTime: null,
        lastTransitionTime: '2024-01-02T00:00:00Z',
        reason: 'SchedulingGated',
        message: 'Scheduling is blocked due to non-empty scheduling gates',
      },
    ],
    qosClass: 'BestEffort',
  })
})

test('[POD8] matchLabelKeys are merged into the selectors with the label values of the pod', () => {
  const labelSelector = { matchLabels: { app: 'x' } }
  const spread = {
    maxSkew: 1,
    topologyKey: 'z',
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector,
    matchLabelKeys: ['v', 'none'],
  }
  const term = { topologyKey: 'z', labelSelector, matchLabelKeys: ['v'], mismatchLabelKeys: ['t'] }
  const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }
  const { object, errors } = tryCreate(
    pods,
    pod({ topologySpreadConstraints: [spread], affinity }, { labels: { app: 'x', v: '1', t: 'a' } }),
  )
  expect(errors).toEqual([])
  expect(object['spec']).toMatchObject({
    topologySpreadConstraints: [
      { labelSelector: { ...labelSelector, matchExpressions: [{ key: 'v', operator: 'In', values: ['1'] }] } },
    ],
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          {
            labelSelector: {
              ...labelSelector,
              matchExpressions: [
                { key: 'v', operator: 'In', values: ['1'] },
                { key: 't', operator: 'NotIn', values: ['a'] },
              ],
            },
          },
        ],
      },
    },
  })
})

test('[POD9] AppArmor fields and annotations are synchronized', () => {
  const name = 'container.apparmor.security.beta.orch.io/c'
  const byField = tryCreate(pods, pod({ securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } }))
  expect(byField.object.metadata.annotations).toEqual({ [name]: 'runtime/default' })
  const byAnnotation = tryCreate(pods, pod({}, { annotations: { [name]: 'localhost/a' } }))
  expect(byAnnotation.object['spec']).toMatchObject({
    containers: [{ securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } } }],
  })
})

test('[POD40] only few fields of a pod are mutable', () => {
  expect(errorsOfUpdate({}, { containers: [{ ...container, image: 'img:2' }], activeDeadlineSeconds: 5 })).toEqual([])
  expect(errorsOfUpdate({ activeDeadlineSeconds: 5 }, { activeDeadlineSeconds: 6 })).toEqual([
    'spec.activeDeadlineSeconds: Invalid value: 6: must be less than or equal to previous value',
  ])
  expect(errorsOfUpdate({ activeDeadlineSeconds: 5 }, { activeDeadlineSeconds: undefined })).toEqual([
    'spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value',
  ])
  expect(errorsOfUpdate({}, { containers: [container, { ...container, name: 'd' }] })).toEqual([
    'spec.containers: Forbidden: pod updates may not add or remove containers',
  ])
  expect(errorsOfUpdate({}, { hostname: 'a' })).toEqual([
    'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n@@ -64,7 +64,7 @@\n   "SELinuxChangePolicy": null\n  },\n  "ImagePullSecrets": null,\n- "Hostname": "",\n+ "Hostname": "a",\n  "Subdomain": "",\n  "SetHostnameAsFQDN": null,\n  "Affinity": null,\n',
  ])
  expect(errorsOfUpdate({}, { containers: [{ ...container, image: '' }] })).toEqual([
    'spec.containers[0].image: Required value',
    'spec.containers[0].image: Required value',
  ])
})

test('[POD41] node selectors and affinities of a gated pod may be tightened', () => {
  const gated = { schedulingGates: [{ name: 'a' }, { name: 'b' }] }
  expect(errorsOfUpdate(gated, { nodeSelector: { a: 'b' } })).toEqual([])
  expect(errorsOfUpdate({ ...gated, nodeSelector: { a: 'b' } }, { nodeSelector: { a: 'c' } })).toEqual([
    'spec.nodeSelector: Invalid value: {"a":"c"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
  ])
  expect(errorsOfUpdate(gated, { schedulingGates: [{ name: 'a' }] })).toEqual([])
  expect(errorsOfUpdate({}, { schedulingGates: [{ name: 'a' }] })).toEqual([
    "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'a'",
  ])
})

test('[POD42] tolerations can only be added', () => {
  const tolerations = [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }]
  const longer = [
    { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 9 },
    { key: 'b', operator: 'Exists' },
  ]
  expect(errorsOfUpdate({ tolerations }, { tolerations: longer })).toEqual([])
  expect(errorsOfUpdate({ tolerations }, { tolerations: [{ ...tolerations[0], value: '' }] })).toEqual([])
  expect(errorsOfUpdate({ tolerations }, { tolerations: [] })).toEqual([
    'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
  ])
})

test('[POD43] some annotations are immutable', () => {
  const change = (name: string) =>
    brief(tryUpdate(pods, live({}, {}, { annotations: {} }), pod({}, { annotations: { [name]: 'x' } })).errors)
  expect(change('orch.io/config.mirror')).toEqual([
    'metadata.annotations[orch.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
    'metadata.annotations[orch.io/config.mirror]: Forbidden: may not add mirror pod annotation',
    'metadata.annotations[orch.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
  ])
  expect(change('mine')).toEqual([])
})

test('[POD44] the generation counts changes of the spec', () => {
  const before = live()
  const same = tryUpdate(pods, before, pod({}, { labels: { a: 'b' } }))
  const other = tryUpdate(pods, before, pod({ containers: [{ ...container, image: 'img:2' }] }))
  expect([same.object.metadata.generation, other.object.metadata.generation]).toEqual([1, 2])
})

test.each([
  [0, {}, {}, undefined],
  [0, {}, {}, 5],
  [30, { nodeName: 'n' }, {}, undefined],
  [5, { nodeName: 'n' }, {}, 5],
  [1, { nodeName: 'n' }, {}, -1],
  [0, { nodeName: 'n' }, { phase: 'Succeeded' }, 5],
  [0, { nodeName: 'n' }, { phase: 'Failed' }, undefined],
])(
  '[POD45] a DELETE has a grace period of %i seconds for %j %j when %s is requested',
  (seconds, spec, status, asked) => {
    expect(pods.strategy.gracePeriodSeconds?.(live(spec, status), asked)).toBe(seconds)
  },
)

test('[POD68] podIP equals the first of podIPs', () => {
  const addresses = (status: JsonObject): unknown => {
    const { podIP, podIPs } = tryUpdate(pods, live(), { ...pod(), status }, 'status').object['status'] as JsonObject
    return { podIP, podIPs }
  }
  const [one, two] = [{ ip: '1.1.1.1' }, { ip: '2.2.2.2' }]

  expect(addresses({ podIP: '1.1.1.1' })).toEqual({ podIP: '1.1.1.1', podIPs: [one] })
  expect(addresses({ podIPs: [two] })).toEqual({ podIP: '2.2.2.2', podIPs: [two] })
  expect(addresses({ podIP: '1.1.1.1', podIPs: [two] })).toEqual({ podIP: '1.1.1.1', podIPs: [one] })
})

test('[POD46] a status update changes only the status', () => {
  const { object, errors } = tryUpdate(
    pods,
    live(),
    { ...pod({ hostname: 'a' }), status: { phase: 'Running', podIP: '1.1.1.1', podIPs: [{ ip: '1.1.1.1' }] } },
    'status',
  )
  expect(object['spec']).not.toHaveProperty('hostname')
  expect(object['status']).toMatchObject({ phase: 'Running', podIP: '1.1.1.1', qosClass: 'BestEffort' })
  expect(errors).toEqual([])
  const wrong = {
    podIPs: [{ ip: 'x' }, { ip: '1.1.1.1' }, { ip: '1.1.1.1' }],
    hostIPs: [{ ip: 'y' }],
    nominatedNodeName: 'A_',
  }
  expect(
    brief(tryUpdate(pods, live(), { ...pod(), status: { ...wrong, qosClass: 'Guaranteed' } }, 'status').errors),
  ).toEqual([
    'status.nominatedNodeName: Invalid value: "A_": a lowercase RFC 1123 subdomain …',
    'status.qosClass: Invalid value: "Guaranteed": field is immutable',
    'status.podIPs[0]: Invalid value: "x": must be a valid IP address, …',
    'status.podIPs: Invalid value: [{"IP":"x"},{"IP":"1.1.1.1"},{"IP":"1.1.1.1"}]: may specify no more than one IP for each IP family',
    'status.podIPs[2]: Duplicate value: {"IP":"1.1.1.1"}',
    'status.hostIPs[0].ip: Invalid value: "y": must be equal to `hostIP`',
    'status.hostIPs[0]: Invalid value: "y": must be a valid IP address, …',
  ])
})

test('[POD47] terminated containers of a finished pod do not restart', () => {
  const ended = [
    { name: 'c', ready: false, restartCount: 0, image: '', imageID: '', state: { terminated: { exitCode: 0 } } },
  ]
  const again = [{ ...ended[0], state: { running: {} } }]
  const update = (restartPolicy: string) =>
    tryUpdate(
      pods,
      live({ restartPolicy }, { containerStatuses: ended }),
      { ...pod({ restartPolicy }), status: { phase: 'Running', containerStatuses: again } },
      'status',
    ).errors
  expect(update('Never')).toEqual([
    'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
  ])
  expect(update('Always')).toEqual([])
})

test('[POD48] ephemeral containers can only be added', () => {
  const before = live()
  const one = { name: 'e', image: 'i', targetContainerName: 'c' }
  const added = tryUpdate(pods, before, pod({ hostname: 'a', ephemeralContainers: [one] }), 'ephemeralcontainers')
  expect(added.errors).toEqual([])
  expect(added.object['spec']).not.toHaveProperty('hostname')
  const stored = added.object
  expect(tryUpdate(pods, stored, pod({}), 'ephemeralcontainers').errors).toEqual([
    'spec.ephemeralContainers: Forbidden: existing ephemeral containers "e" may not be removed\n',
  ])
  const wrong = {
    name: 'c',
    image: 'i',
    ports: [{ containerPort: 1 }],
    targetContainerName: 'nobody',
    livenessProbe: {},
  }
  expect(brief(tryUpdate(pods, before, pod({ ephemeralContainers: [wrong] }), 'ephemeralcontainers').errors)).toEqual([
    'spec.ephemeralContainers[0].name: Duplicate value: "c"',
    'spec.ephemeralContainers[0].targetContainerName: Not found: "nobody"',
    'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
    'spec.ephemeralContainers[0].livenessProbe: Forbidden: cannot be set for an Ephemeral Container',
  ])
})

test('[POD49] a resize changes only cpu and memory', () => {
  const sized = (resources: JsonObject): JsonObject => ({ containers: [{ ...container, resources }] })
  const resize = (before: JsonObject, after: JsonObject) => errorsOfUpdate(sized(before), sized(after), 'resize')
  expect(resize({ requests: { cpu: '1' } }, { requests: { cpu: '2' } })).toEqual([])
  expect(resize({ requests: { cpu: '1' } }, { requests: { cpu: '1', 'ephemeral-storage': '1' } })).toEqual([
    'spec: Forbidden: only cpu and memory resources are mutable',
  ])
  expect(resize(requests('1'), { requests: { cpu: '1' } })).toEqual([
    'spec: Invalid value: "Guaranteed": Pod QOS Class may not change as a result of resizing',
    'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
    'spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed',
  ])
  expect(resize({ requests: { cpu: '1' } }, {})).toEqual([
    'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
    'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
  ])
  expect(errorsOfUpdate({}, { containers: [container, { ...container, name: 'd' }] }, 'resize')).toEqual([
    'spec.containers: Forbidden: containers may not be added or removed on resize',
  ])
})

test('[POD51] a row shows the state of a pod', () => {
  const row = (spec: JsonObject, status: JsonObject, metadata: JsonObject = {}) =>
    cellsOf(pods, live(spec, status, metadata)).slice(1, 4)
  const statusOf = (name: string, state: JsonObject, more: JsonObject = {}): JsonObject => ({ name, state, ...more })
  expect(row({}, {})).toEqual(['0/1', 'Pending', '0'])
  expect(row({ schedulingGates: [{ name: 'a' }] }, {})).toEqual(['0/1', 'SchedulingGated', '0'])
  expect(row({}, { containerStatuses: [statusOf('c', { running: {} }, { ready: true })], phase: 'Running' })).toEqual([
    '1/1',
    'Running',
    '0',
  ])
  expect(row({}, { containerStatuses: [statusOf('c', { waiting: { reason: 'ErrImagePull' } })] })).toEqual([
    '0/1',
    'ErrImagePull',
    '0',
  ])
  expect(row({}, { containerStatuses: [statusOf('c', { terminated: { exitCode: 2 } }, { restartCount: 3 })] })).toEqual(
    ['0/1', 'ExitCode:2', '3'],
  )
  const initContainers = [
    { name: 'i', image: 'x' },
    { name: 'j', image: 'x' },
  ]
  expect(row({ initContainers }, { initContainerStatuses: [statusOf('i', { running: {} })] })).toEqual([
    '0/1',
    'Init:0/2',
    '0',
  ])
  const last = { terminated: { exitCode: 1, finishedAt: '2024-01-01T23:59:00Z' } }
  expect(
    row({}, { containerStatuses: [statusOf('c', { running: {} }, { restartCount: 2, lastState: last })] }),
  ).toEqual(['0/1', 'Pending', '2 (60s ago)'])
})

test('[POD52] the row of a terminated pod has a Completed condition', () => {
  const conditions = (phase: string) => pods.rowConditions?.(live({}, { phase }))
  expect(conditions('Running')).toEqual([])
  expect(conditions('Failed')).toEqual([
    { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' },
  ])
  expect(conditions('Succeeded')).toMatchObject([
    { reason: 'Succeeded', message: 'The pod has completed successfully.' },
  ])
})

/** Returns an action context with a small set of objects in one namespace. */
function contextOf(stored: ApiObject, others: readonly ApiObject[] = []) {
  const done: { parent: ApiObject; deleted: JsonObject | null; others: ApiObject[] } = {
    parent: stored,
    deleted: null,
    others: [],
  }
  const context: ActionContext = {
    nowMs: Date.UTC(2024, 0, 2),
    dryRun: false,
    user: { name: 'admin', groups: [] },
    random: (length) => 'x'.repeat(length),
    uid: () => 'u',
    parentName: 'x',
    namespace: 'default',
    getParent: async () => stored,
    updateParent: async (change) => (done.parent = change(structuredClone(stored))),
    deleteParent: async (options) => {
      done.deleted = options
    },
    list: async () => others,
    updateOther: async (_what, name, change) => {
      const found = others.find(({ metadata }) => metadata.name === name) ?? { metadata: {} }
      const changed = change(structuredClone(found))
      done.others.push(changed)
      return changed
    },
  }
  return { context, done }
}
const failure = async (attempt: Promise<unknown>): Promise<string> => {
  try {
    await attempt
    return 'done'
  } catch (error) {
    if (error instanceof ApiError) return `${error.code} ${error.message}`
    throw error
  }
}
const act = (name: string, body: JsonObject, context: ActionContext): Promise<JsonObject> =>
  (subresource(name) as ActionSubresource).run({ metadata: { name: 'x' }, ...body } as ApiObject, context, nobody)

test('[POD60] a pod can be bound only once', async () => {
  const { context, done } = contextOf(live())
  const target = { kind: 'Node', name: 'n' }
  expect(await act('binding', { target }, context)).toMatchObject({ status: 'Success', code: 201 })
  expect(done.parent).toMatchObject({
    spec: { nodeName: 'n' },
    status: { conditions: [{ type: 'PodScheduled', status: 'True' }] },
  })
  expect(await failure(act('binding', { target }, contextOf(live({ nodeName: 'm' })).context))).toEqual(
    '409 Operation cannot be fulfilled on pods/binding "x": pod x is already assigned to node "m"',
  )
  expect(await failure(act('binding', { target, metadata: { name: 'y' } }, context))).toEqual(
    '400 name in URL does not match name in Binding object',
  )
  expect(await failure(act('binding', { target: { kind: 'Pod' } }, context))).toEqual(
    '500 [target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]',
  )
  expect(
    await failure(act('binding', { target }, contextOf(live({ schedulingGates: [{ name: 'a' }] })).context)),
  ).toEqual('409 Operation cannot be fulfilled on pods/binding "x": pod x has non-empty .spec.schedulingGates')
})

test('[POD65] a binding may name its pod in the body', async () => {
  const { context, done } = contextOf(live())
  await bindings.virtual?.run({ metadata: { name: 'x' }, target: { name: 'n' } } as ApiObject, context, nobody)
  expect(done.parent['spec']).toMatchObject({ nodeName: 'n' })
  expect(bindings.virtual?.parent).toEqual({ group: '', resource: 'pods' })
})

const budget = (status: JsonObject): ApiObject => ({
  metadata: { name: 'b', generation: 1 },
  spec: { selector: { matchLabels: { app: 'x' } } },
  status: { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, ...status },
})
const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }
const guarded = (status: JsonObject = ready): ApiObject => live({ nodeName: 'n' }, status, { labels: { app: 'x' } })

test('[POD61] an eviction is charged to the disruption budget', async () => {
  const allowed = contextOf(guarded(), [budget({ disruptionsAllowed: 1 })])
  expect(await act('eviction', {}, allowed.context)).toMatchObject({ status: 'Success', code: 201 })
  expect(allowed.done.deleted).toEqual({})
  expect(allowed.done.others[0]?.['status']).toMatchObject({
    disruptionsAllowed: 0,
    disruptedPods: { x: '2024-01-02T00:00:00Z' },
  })
  expect(allowed.done.parent['status']).toMatchObject({
    conditions: [{}, { type: 'DisruptionTarget', status: 'True' }],
  })
  const refused = contextOf(guarded(), [budget({ disruptionsAllowed: 0 })])
  expect(await failure(act('eviction', {}, refused.context))).toEqual(
    "429 Cannot evict pod as it would violate the pod's disruption budget.",
  )
  expect(refused.done.deleted).toBeNull()
  const late = contextOf(guarded(), [budget({ observedGeneration: 0 })])
  expect(await failure(act('eviction', {}, late.context))).toEqual(
    "429 Cannot evict pod as it would violate the pod's disruption budget.",
  )
  const two = contextOf(guarded(), [budget({}), budget({})])
  expect(await failure(act('eviction', {}, two.context))).toEqual(
    '500 This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
  )
  expect(await failure(act('eviction', { metadata: { name: 'y' } }, allowed.context))).toEqual(
    '400 name in URL does not match name in Eviction object',
  )
})

test('[POD62] a pod that is not running or not ready may be evicted without a budget check', async () => {
  const pending = contextOf(guarded({ phase: 'Pending' }), [budget({ disruptionsAllowed: 0 })])
  expect(await failure(act('eviction', {}, pending.context))).toBe('done')
  const unready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] }
  const healthy = contextOf(guarded(unready), [budget({ disruptionsAllowed: 0, currentHealthy: 2 })])
  expect(await failure(act('eviction', {}, healthy.context))).toBe('done')
  const unhealthy = contextOf(guarded(unready), [budget({ disruptionsAllowed: 0, currentHealthy: 0 })])
  expect(await failure(act('eviction', {}, unhealthy.context))).toEqual(
    "429 Cannot evict pod as it would violate the pod's disruption budget.",
  )
})

const read = (name: string, query: string, spec: JsonObject = {}, node: ApiObject | null = null): Promise<string> =>
  failure(
    (async () =>
      (subresource(name) as TextSubresource).read(live(spec), new URLSearchParams(query), async () => node))(),
  )

test('[POD69] requests to a kubelet need an address of the node, and then fail because none runs', async () => {
  const node = (addresses: JsonObject[]): ApiObject => ({ metadata: { name: 'n' }, status: { addresses } })
  const addresses = [{ type: 'InternalIP', address: '192.0.2.9' }]

  expect(await read('log', '', { nodeName: 'n' })).toBe('404 nodes "n" not found')
  expect(await read('log', '', { nodeName: 'n' }, node([]))).toBe(
    '500 no preferred addresses found; known addresses: []',
  )
  expect(await read('exec', '', { nodeName: 'n' }, node(addresses))).toBe('500 no kubelet answers at 192.0.2.9')
})

test('[POD63] a pod without a node has no log', async () => {
  expect(await read('log', '')).toBe('done')
  expect(await read('log', 'container=d')).toEqual('400 container d is not valid for pod x')
  expect(await read('log', '', { containers: [container, { ...container, name: 'd' }] })).toEqual(
    '400 a container name must be specified for pod x, choose one of: [c d]',
  )
  expect(await read('log', 'tailLines=-1&limitBytes=0&sinceSeconds=0')).toEqual(
    '422 PodLogOptions "x" is invalid: [tailLines: Invalid value: -1: must be greater than or equal to 0, limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: 0: must be greater than 0]',
  )
  expect(await read('log', '', { nodeName: 'n' })).toEqual('404 nodes "n" not found')
})

test('[POD64] connections to containers are refused because nothing runs', async () => {
  expect(await read('exec', '')).toEqual('400 pod x does not have a host assigned')
  expect(await read('attach', 'container=d')).toEqual('400 container d is not valid for pod x')
  expect(await read('portforward', '', { nodeName: 'n' })).toEqual('404 nodes "n" not found')
  expect(await read('proxy', '')).toEqual('400 address not allowed')
})

test('[POD70] a negative grace period is stored as 1, and amounts are rounded up to thousandths', () => {
  const container = { name: 'c', image: 'i', resources: { requests: { cpu: '0.1n', memory: '1500m' } } }
  const { object, warnings } = tryCreate(pods, pod({ terminationGracePeriodSeconds: -1, containers: [container] }))
  expect(warnings.filter((text) => text.includes('terminationGracePeriodSeconds'))).toEqual([])
  expect(object['spec']).toMatchObject({
    terminationGracePeriodSeconds: 1,
    containers: [{ resources: { requests: { cpu: '1m', memory: '1500m' } } }],
  })
})

test('[POD71] empty pod-level resources are accepted beside container requests', () => {
  const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }]
  expect(tryCreate(pods, pod({ resources: {}, containers })).errors).toEqual([])
  expect(tryCreate(pods, pod({ resources: { claims: [] }, containers })).errors).toEqual([
    'spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level',
  ])
})

test('[POD72] a status has no negative generation, and errors name parts by their index', () => {
  const live = tryCreate(pods, pod()).object
  const status = {
    observedGeneration: -1,
    conditions: [{ type: 'a b', observedGeneration: -2 }],
    containerStatuses: [{ name: 'c', user: { linux: { uid: -1, gid: 0 } } }],
  }
  const errors = tryUpdate(pods, live, { ...pod(), status }, 'status').errors.map((text) => text.split(':')[0])
  expect(errors).toEqual([
    'status.conditions[0].observedGeneration',
    'status.conditions[0].Type',
    'status.observedGeneration',
    'status.containerStatuses[0].user.linux.uid',
  ])
})
