import { afterEach, expect, test } from 'vitest'
import { compileSelector, selectorInputs } from '#expressions/device-selector.ts'
import { startCluster } from './life-cluster.ts'
import { endServers } from './life-server.ts'

afterEach(endServers)

const group = '/apis/resource.orch.io/v1'
const claims = `${group}/namespaces/default/resourceclaims`
const pods = '/api/v1/namespaces/default/pods'

const gpus = (...requests: object[]) => ({ devices: { requests } })
const request = (more: object = {}) => ({ name: 'gpu', exactly: { deviceClassName: 'gpu', ...more } })
const claimOf = (name: string, spec: object) => ({ metadata: { name }, spec })
const podWith = (name: string, ...claimNames: string[]) => ({
  metadata: { name },
  spec: {
    containers: [{ name: 'c', image: 'app:1' }],
    resourceClaims: claimNames.map((each, at) => ({ name: `claim-${at}`, resourceClaimName: each })),
  },
})
const memoryOf = (text: string) => ({ attributes: { model: { string: text } }, capacity: { memory: { value: '8Gi' } } })

interface Claim {
  readonly metadata: { readonly finalizers?: readonly string[] }
  readonly status?: {
    readonly allocation?: {
      readonly devices: { readonly results: readonly { readonly device: string; readonly request: string }[] }
      readonly nodeSelector?: object
    }
    readonly reservedFor?: readonly { readonly name: string }[]
  }
}

/** A cluster whose first node has a pool of two devices. */
async function startWithDevices() {
  const cluster = await startCluster(2)
  const { send, list, read, pass } = cluster
  const [first] = (await list('/api/v1/nodes')).map(({ metadata }) => metadata.name)
  await send('POST', `${group}/deviceclasses`, {
    metadata: { name: 'gpu' },
    spec: { selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }] },
  })
  await send('POST', `${group}/resourceslices`, {
    metadata: { name: 'slice' },
    spec: {
      driver: 'gpu.example.com',
      pool: { name: 'pool', generation: 1, resourceSliceCount: 1 },
      nodeName: first,
      devices: [
        { name: 'one', ...memoryOf('a') },
        { name: 'two', ...memoryOf('b') },
      ],
    },
  })
  await pass(1000)
  return {
    ...cluster,
    first,
    claim: async (name: string) => (await read(`${claims}/${name}`)) as unknown as Claim,
    node: async (name: string) => (await read(`${pods}/${name}`)).spec?.nodeName,
    why: async (name: string) =>
      ((await read(`${pods}/${name}`)).status as { conditions?: readonly { message?: string }[] }).conditions?.[0]
        ?.message,
  }
}

const devicesOf = ({ status }: Claim) => status?.allocation?.devices.results.map(({ device }) => device)

test('[LC116] [LC117] a pod waits for its claim, and gets devices of a node that has them', async () => {
  const { send, pass, claim, node, why, first } = await startWithDevices()
  await send('POST', pods, podWith('early', 'mine'))
  await pass(1000)
  expect(await node('early')).toBeUndefined()
  expect(await why('early')).toBeUndefined()
  const wanted = { selectors: [{ cel: { expression: "device.attributes['gpu.example.com'].model == 'b'" } }] }
  await send('POST', claims, claimOf('mine', gpus(request(wanted))))
  await pass(1000)
  expect(await node('early')).toBe(first)
  const written = await claim('mine')
  expect(written.metadata.finalizers).toEqual(['resource.orch.io/delete-protection'])
  expect(written.status).toMatchObject({
    allocation: {
      devices: { results: [{ request: 'gpu', driver: 'gpu.example.com', pool: 'pool', device: 'two' }] },
      nodeSelector: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [first] }] }],
      },
    },
    reservedFor: [{ resource: 'pods', name: 'early' }],
  })
})

test('[LC116] devices in use are not given twice; the pod says so and is tried again when they are free', async () => {
  const { send, pass, claim, node, why } = await startWithDevices()
  await send('POST', claims, claimOf('both', gpus(request({ allocationMode: 'All' }))))
  await send('POST', claims, claimOf('late', gpus(request())))
  await send('POST', pods, podWith('a', 'both'))
  await pass(1000)
  await send('POST', pods, podWith('b', 'late'))
  await pass(1000)
  expect(devicesOf(await claim('both'))).toEqual(['one', 'two'])
  expect(await why('b')).toBe(
    '0/2 nodes are available: 2 cannot allocate all claims. still not schedulable, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
  )
  await send('DELETE', `${pods}/a?gracePeriodSeconds=0`)
  await pass(5000)
  expect((await claim('both')).status?.allocation).toBeUndefined()
  expect(await node('b')).toBeDefined()
  expect(devicesOf(await claim('late'))).toEqual(['one'])
})

test('[LC116] the devices of an unused claim are taken back if its pod must run elsewhere', async () => {
  const { send, pass, claim, node, first, list } = await startWithDevices()
  const other = (await list('/api/v1/nodes')).map(({ metadata }) => metadata.name).find((each) => each !== first) ?? ''
  await send('POST', `${group}/resourceslices`, {
    metadata: { name: 'other' },
    spec: {
      driver: 'gpu.example.com',
      pool: { name: 'other', generation: 1, resourceSliceCount: 1 },
      nodeName: other,
      devices: [{ name: 'three' }],
    },
  })
  await send('POST', claims, claimOf('mine', gpus(request())))
  const onNode = { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [first] }] }] }
  const results = [{ request: 'gpu', driver: 'gpu.example.com', pool: 'pool', device: 'one' }]
  await send(
    'PATCH',
    `${claims}/mine/status`,
    { status: { allocation: { devices: { results }, nodeSelector: onNode } } },
    { 'content-type': 'application/merge-patch+json' },
  )
  const { spec, metadata } = podWith('p', 'mine')
  await send('POST', pods, { metadata, spec: { ...spec, nodeSelector: { 'orch.io/hostname': other } } })
  await pass(2000)
  expect(await node('p')).toBe(other)
  expect(devicesOf(await claim('mine'))).toEqual(['three'])
})

test('[LC116] a claim of a class that does not exist keeps the pod from all nodes', async () => {
  const { send, pass, why, node } = await startWithDevices()
  await send('POST', claims, claimOf('odd', gpus(request({ deviceClassName: 'tpu' }))))
  await send('POST', pods, podWith('p', 'odd'))
  await pass(1000)
  expect(await why('p')).toMatch(
    /^0\/2 nodes are available: request gpu: device class tpu does not exist\. still not schedulable, preemption: /,
  )
  await send('POST', `${group}/deviceclasses`, { metadata: { name: 'tpu' }, spec: {} })
  await pass(1000)
  expect(await node('p')).toBeDefined()
})

test('[LC117] the first alternative that can be met counts, and constraints hold between devices', async () => {
  const { send, pass, claim, why } = await startWithDevices()
  const firstAvailable = [
    { name: 'three', deviceClassName: 'gpu', count: 3 },
    { name: 'two', deviceClassName: 'gpu', count: 2 },
  ]
  const same = { matchAttribute: 'gpu.example.com/model' }
  await send('POST', claims, claimOf('same', { devices: { requests: [request({ count: 2 })], constraints: [same] } }))
  await send('POST', pods, podWith('never', 'same'))
  await pass(1000)
  expect(await why('never')).toContain('2 cannot allocate all claims')
  await send('POST', claims, claimOf('some', gpus({ name: 'gpu', firstAvailable })))
  await send('POST', pods, podWith('p', 'some'))
  await pass(1000)
  const { status } = await claim('some')
  expect(status?.allocation?.devices.results.map(({ request: name }) => name)).toEqual(['gpu/two', 'gpu/two'])
})

test('[LC117] a pool of which slices are missing has no devices', async () => {
  const { send, pass, why } = await startWithDevices()
  await send(
    'PATCH',
    `${group}/resourceslices/slice`,
    { spec: { pool: { generation: 2, resourceSliceCount: 2 } } },
    {
      'content-type': 'application/merge-patch+json',
    },
  )
  await send('POST', claims, claimOf('mine', gpus(request())))
  await send('POST', pods, podWith('p', 'mine'))
  await pass(1000)
  expect(await why('p')).toContain('2 cannot allocate all claims')
})

test.each([
  ['device.driver == "d.example.com"', true],
  ['device.attributes["d.example.com"].cores > 3', true],
  ['device.attributes["other.example.com"].flag', true],
  ['device.attributes["d.example.com"].version.isGreaterThan(semver("1.2.0"))', true],
  ['device.capacity["d.example.com"].memory.compareTo(quantity("1Gi")) > 0', true],
  ['"absent.example.com" in device.attributes', false],
  ['has(device.attributes["absent.example.com"].x)', false],
])('[DRA11] the selector %s of a device is %s', (expression, expected) => {
  const compiled = compileSelector(expression)
  const device = {
    attributes: { cores: { int: 4 }, 'other.example.com/flag': { bool: true }, version: { version: '1.3.0' } },
    capacity: { memory: { value: '8Gi' } },
  }
  const result = compiled.type === 'program' ? compiled.program.evaluate(selectorInputs('d.example.com', device)) : null
  expect(result).toMatchObject({ value: expected })
})

test('[DRA11] an attribute that a device lacks is an error', () => {
  const compiled = compileSelector('device.attributes["d.example.com"].cores > 3')
  const result = compiled.type === 'program' ? compiled.program.evaluate(selectorInputs('d.example.com', {})) : null
  expect(result).toMatchObject({ message: 'no such key: cores' })
})
