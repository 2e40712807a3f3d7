import { afterEach, expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import type { DebugControllers } from '#facts/debug-api.ts'
import type { ControllerStatus } from '#facts/fact.ts'
import type { SchedulingDecision } from '#facts/scheduling.ts'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

interface ReadPod extends ApiObject {
  readonly spec: { readonly nodeName?: string }
  readonly status: { readonly phase: string }
}

interface ReadNode {
  readonly status: { readonly conditions: readonly { readonly type: string; readonly status: string }[] }
}

const pod = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'app:1' }], ...spec },
})

async function startSmall(nodes = 2) {
  const server = await startLife({ runs: () => true, nodes })
  const { clock, send } = server
  const pass = (ms: number): Promise<void> => clock.runUntil(clock.now() + ms)
  await pass(2000)
  const json = async <Value>(answer: Promise<Response>): Promise<Value> => (await (await answer).json()) as Value
  return {
    ...server,
    pass,
    json,
    create: (...args: Parameters<typeof pod>) => send('POST', '/api/v1/namespaces/default/pods', pod(...args)),
    read: (name: string) => json<ReadPod>(send('GET', `/api/v1/namespaces/default/pods/${name}`)),
    control: (name: string, body: object) => json<ControllerStatus>(send('POST', `/debug/controllers/${name}`, body)),
  }
}

test('[LC101] the last run of the scheduler for a pod tells the verdict on each node', async () => {
  const { send, create, pass, read, json } = await startSmall()
  await send(
    'PATCH',
    '/api/v1/nodes/node-1',
    { spec: { unschedulable: true } },
    {
      'content-type': 'application/merge-patch+json',
    },
  )
  await pass(1000)
  await create('placed')
  await create('huge', { containers: [{ name: 'c', image: 'app:1', resources: { requests: { cpu: '64' } } }] })
  await pass(2000)
  const why = (name: string) =>
    json<SchedulingDecision>(send('GET', `/debug/scheduling?namespace=default&name=${name}`))

  expect((await read('placed')).spec.nodeName).toBe('node-2')
  const placed = await why('placed')
  expect(placed).toMatchObject({ node: 'node-2', message: '' })
  expect(placed.nodes).toMatchObject([
    { name: 'node-1', refusedBy: 'NodeUnschedulable', reasons: ['node(s) were unschedulable'] },
    { name: 'node-2', refusedBy: '', scores: { NodeResourcesFit: 99, TaintToleration: 300 } },
  ])
  const huge = await why('huge')
  expect(huge.node).toBe('')
  expect(huge.message).toMatch(/^0\/2 nodes are available: 1 Insufficient cpu, 1 node\(s\) were unschedulable\. /)
  expect(huge.nodes[1]).toMatchObject({ refusedBy: 'NodeResourcesFit', reasons: ['Insufficient cpu'] })
  expect((await send('GET', '/debug/scheduling?namespace=default&name=nobody')).status).toBe(404)
})

test('[LC65] equally good nodes are picked at random by uid, so that bare pods use all of them', async () => {
  const { create, pass, read } = await startSmall(3)
  const names = Array.from({ length: 12 }, (_, at) => `p${at}`)
  for (const name of names) await create(name)
  await pass(3000)
  const used = await Promise.all(names.map(async (name) => (await read(name)).spec.nodeName))
  expect(new Set(used)).toEqual(new Set(['node-1', 'node-2', 'node-3']))
})

test('[LC102] a paused loop, node or stage acts on one thing for each step', async () => {
  const { create, pass, read, control, json, send } = await startSmall(1)
  await control('scheduler', { paused: true })
  await create('a')
  await create('b')
  await pass(5000)
  const bound = async () =>
    (await Promise.all(['a', 'b'].map(read))).filter(({ spec }) => spec.nodeName !== undefined).length
  expect(await bound()).toBe(0)
  const { controllers } = await json<DebugControllers>(send('GET', '/debug/controllers'))
  expect(controllers.find(({ name }) => name === 'scheduler')).toMatchObject({ paused: true, waiting: 2 })

  await control('stage-running', { paused: true })
  await control('scheduler', { step: true })
  await pass(5000)
  expect(await bound()).toBe(1)
  await control('scheduler', { paused: false })
  await pass(5000)
  expect(await bound()).toBe(2)

  const running = async () =>
    (await Promise.all(['a', 'b'].map(read))).filter(({ status }) => status.phase === 'Running').length
  expect(await running()).toBe(0)
  expect(await control('stage-running', { step: true })).toMatchObject({ kind: 'stage', waiting: 1 })
  await pass(5000)
  expect(await running()).toBe(1)

  await control('node-1', { paused: true })
  await control('stage-running', { paused: false })
  await pass(5000)
  expect(await running()).toBe(2)
  await create('c')
  await pass(5000)
  expect((await read('c')).status.phase).toBe('Pending')
  await control('node-1', { paused: false })
  await pass(5000)
  expect((await read('c')).status.phase).toBe('Running')
})

test('[LC102] paused loops neither look at nodes nor evict or collect pods by themselves', async () => {
  const { create, pass, read, control, send, json } = await startSmall(1)
  const exists = async (name: string) => (await read(name)).kind === 'Pod'
  const readiness = async () => {
    const { status } = await json<ReadNode>(send('GET', '/api/v1/nodes/node-1'))
    return status.conditions.find(({ type }) => type === 'Ready')?.status
  }
  const watchers = ['node-lifecycle', 'taint-eviction-controller', 'pod-garbage-collector-controller']
  const tolerations = [{ key: 'slow', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }]
  await create('tolerant', { tolerations })
  await create('orphan', { nodeName: 'nowhere' })
  await pass(3000)
  const taints = [{ key: 'slow', effect: 'NoExecute' }]
  const merge = { 'content-type': 'application/merge-patch+json' }
  await send('PATCH', '/api/v1/nodes/node-1', { spec: { taints } }, merge)
  await pass(1000)
  for (const name of watchers) await control(name, { paused: true })
  await control('node-1', { silent: true })
  await pass(120_000)
  expect(await readiness()).toBe('True')
  expect(await exists('orphan')).toBe(true)
  expect(await read('tolerant')).not.toHaveProperty('metadata.deletionTimestamp')

  expect(await control('taint-eviction-controller', { step: true })).toMatchObject({ waiting: 0 })
  await pass(1000)
  expect(await read('tolerant')).toHaveProperty('metadata.deletionTimestamp')
  for (const name of watchers) await control(name, { paused: false })
  await pass(62_000)
  expect(await readiness()).toBe('Unknown')
  expect(await exists('orphan')).toBe(false)
})

test('[LC102] a slow loop and a slow stage act later, and a silent node is declared lost', async () => {
  const { create, pass, read, control, send, json } = await startSmall(1)
  await control('scheduler', { delayMs: 10_000 })
  await control('stage-running', { delayMs: 20_000 })
  await create('late')
  await pass(9000)
  expect((await read('late')).spec.nodeName).toBeUndefined()
  await pass(2000)
  expect((await read('late')).spec.nodeName).toBe('node-1')
  await pass(19_000)
  expect((await read('late')).status.phase).toBe('Pending')
  await pass(3000)
  expect((await read('late')).status.phase).toBe('Running')

  expect((await send('POST', '/debug/controllers/scheduler', { silent: true })).status).toBe(400)
  expect((await send('POST', '/debug/controllers/scheduler', { delayMs: -1 })).status).toBe(400)
  expect(await control('node-1', { silent: true })).toMatchObject({ kind: 'node', silent: true })
  await pass(120_000)
  const node = await json<{ status: { conditions: { type: string; status: string }[] } }>(
    send('GET', '/api/v1/nodes/node-1'),
  )
  expect(node.status.conditions.find(({ type }) => type === 'Ready')?.status).toBe('Unknown')
})

test('[LC103] logs and connections of a pod on a simulated node say that it runs no containers', async () => {
  const { create, pass, send, json } = await startSmall(1)
  await create('quiet')
  await pass(5000)
  for (const way of ['log', 'exec?command=sh', 'portforward']) {
    const answer = await json<{ message: string; code: number }>(
      send('GET', `/api/v1/namespaces/default/pods/quiet/${way}`),
    )
    expect(answer).toMatchObject({ code: 400 })
    expect(answer.message).toMatch(/^node node-1 is simulated: no containers run on it/)
  }
})

const stagesPath = '/api/v1/namespaces/kube-system/configmaps/simulated-nodes'
const patching = { 'content-type': 'application/merge-patch+json' }

test('[LC104] the stages of pods stand in a ConfigMap: an edit counts at once, and an invalid one changes nothing', async () => {
  const { create, pass, read, send, json } = await startSmall(1)
  const map = await json<{ data: Record<string, string> }>(send('GET', stagesPath))
  const text = map.data['stages.yaml'] ?? ''
  expect(text).toContain('name: running')
  const slow = text.replace('delay: { ms: 350, annotation: sim/start-ms }', 'delay: { ms: 30000 }')
  await send('PATCH', stagesPath, { data: { 'stages.yaml': slow } }, patching)
  await create('first')
  await pass(20_000)
  expect((await read('first')).status.phase).toBe('Pending')
  await pass(15_000)
  expect((await read('first')).status.phase).toBe('Running')

  await send('PATCH', stagesPath, { data: { 'stages.yaml': '- name: 1' } }, patching)
  await pass(1000)
  const { controllers } = await json<DebugControllers>(send('GET', '/debug/controllers'))
  const nodes = controllers.find(({ name }) => name === 'simulated-nodes')
  expect(nodes?.lastError).toBe('stages.yaml: stage 0: name is required')
  await create('second')
  await pass(35_000)
  expect((await read('second')).status.phase).toBe('Running')
})

test('[LC104] a server that follows its cluster lives as the ConfigMap says', async () => {
  const { clock, send } = await startLife(undefined, undefined, true)
  const pass = (ms: number): Promise<void> => clock.runUntil(clock.now() + ms)
  const status = async () => (await (await send('GET', '/debug/life')).json()) as object
  await pass(100)
  expect(await status()).toEqual({ running: false, nodes: 0 })
  await send('POST', '/api/v1/namespaces/kube-system/configmaps', {
    metadata: { name: 'simulated-nodes' },
    data: { running: 'true', nodes: '2' },
  })
  await pass(3000)
  expect(await status()).toEqual({ running: true, nodes: 2 })
  await send('PATCH', stagesPath, { data: { running: 'false' } }, patching)
  await pass(100)
  expect(await status()).toEqual({ running: false, nodes: 0 })

  await send('POST', '/debug/life', { running: true, nodes: 1 })
  await pass(100)
  const map = (await (await send('GET', stagesPath)).json()) as { data: Record<string, string> }
  expect(map.data).toMatchObject({ running: 'true', nodes: '1' })
})
