import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { tryCreate } from '#testing/strategy-trial.ts'
import { allocator } from './allocator.ts'
import { services } from './definition.ts'

const made = (spec: JsonObject, name = 'x'): ApiObject => {
  const { object } = tryCreate(services, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } })
  object.metadata.uid = `uid-${name}`
  return object
}

const specOf = (object: ApiObject): ServiceSpec => (object as Service).spec ?? {}

/** Returns the spec after allocation, or the text of the error. */
async function given(
  next: ApiObject,
  others: readonly ApiObject[] = [],
  live: ApiObject | null = null,
  { networks = [], dryRun = false }: { readonly networks?: readonly ApiObject[]; readonly dryRun?: boolean } = {},
) {
  try {
    await allocator.allocate(next, live, {
      dryRun,
      objects: async () => others,
      stored: async () => networks,
    })
    return specOf(next)
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

test('[SVC12] a service gets a free address of 10.96.0.0/12', async () => {
  const first = made({}, 'a')
  const spec = await given(first)
  expect(spec).toMatchObject({ ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' })
  const { clusterIP = '' } = specOf(first)
  expect(clusterIP).toMatch(/^10\.(9[6-9]|1[01]\d)\.\d+\.\d+$/)
  expect(specOf(first).clusterIPs).toEqual([clusterIP])
  expect(await given(made({ clusterIP }, 'b'), [first])).toBe(
    `Service "b" is invalid: spec.clusterIPs: Invalid value: ["${clusterIP}"]: failed to allocate IP ${clusterIP}: provided IP is already allocated`,
  )
  // The search for a service with the same uid starts at the same offset and continues.
  const twin = made({}, 'a')
  twin.metadata.uid = 'uid-a'
  const other = { ...first, metadata: { ...first.metadata, uid: 'uid-other' } }
  await given(twin, [other])
  expect(specOf(twin).clusterIP).not.toBe(clusterIP)
})

test('[SVC12] addresses outside of the network are refused', async () => {
  expect(await given(made({ clusterIP: '192.168.0.1' }))).toContain(
    'failed to allocate IP 192.168.0.1: the provided network does not match the current range',
  )
  expect(await given(made({ clusterIP: '10.96.0.0' }))).toContain('is not in the valid range')
  expect(await given(made({ clusterIP: '10.96.0.1' }))).toContain('provided IP is already allocated')
})

test('[SVC12] headless services and external names get no address; one network supports a single family', async () => {
  expect(await given(made({ clusterIP: 'None', selector: { a: 'b' } }))).toMatchObject({
    clusterIPs: ['None'],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
  })
  expect(await given(made({ clusterIP: 'None' }))).toMatchObject({
    ipFamilies: ['IPv4', 'IPv6'],
    ipFamilyPolicy: 'RequireDualStack',
  })
  expect(await given(made({ type: 'ExternalName', externalName: 'a.example' }))).not.toHaveProperty('clusterIP')
  expect(await given(made({ ipFamilyPolicy: 'RequireDualStack' }))).toBe(
    'Service "x" is invalid: spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
  )
  expect(await given(made({ ipFamilyPolicy: 'PreferDualStack' }))).toMatchObject({ ipFamilies: ['IPv4'] })
})

test('[SVC13] ports with the same number share a node port, and others get their own', async () => {
  const ports = [
    { name: 'a', port: 80 },
    { name: 'b', port: 80, protocol: 'UDP' },
    { name: 'c', port: 81 },
  ]
  const object = made({ type: 'NodePort', ports })
  await given(object)
  const [a, b, c] = (specOf(object).ports ?? []).map(({ nodePort = 0 }) => nodePort)
  expect(a).toBe(b)
  expect(c).not.toBe(a)
  expect([a, c].every((port = 0) => port >= 30_000 && port <= 32_767)).toBe(true)
})

test('[SVC13] a requested node port must be free and within the range', async () => {
  const taken = made({ type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] }, 'a')
  expect(await given(made({ type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] }, 'b'), [taken])).toBe(
    'Service "b" is invalid: spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated',
  )
  expect(await given(made({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }))).toBe(
    'Service "x" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
  )
})

test('[SVC13] a dry run does not compare requested node ports with the range', async () => {
  const low = made({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] })
  expect(await given(low, [], null, { dryRun: true })).toMatchObject({ ports: [{ nodePort: 80 }] })
  const other = made({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }, 'b')
  expect(await given(other, [low], null, { dryRun: true })).toContain('provided port is already allocated')
})

test('[SVC13] a load balancer may disable node ports, and the Local traffic policy allocates a health check port', async () => {
  const object = made({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false })
  await given(object)
  expect(specOf(object).ports?.[0]).not.toHaveProperty('nodePort')
  const local = made({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' })
  await given(local)
  expect(specOf(local).healthCheckNodePort).toBeGreaterThanOrEqual(30_000)
})

test('[SVC13] an update keeps allocated ports and allocates only new ones', async () => {
  const live = made({ type: 'NodePort', ports: [{ name: 'a', port: 80, nodePort: 30_080 }] })
  const next = made({
    type: 'NodePort',
    ports: [
      { name: 'a', port: 80, nodePort: 30_080 },
      { name: 'b', port: 81 },
    ],
  })
  await given(next, [live], live)
  const ports = specOf(next).ports ?? []
  expect(ports[0]?.nodePort).toBe(30_080)
  expect(ports[1]?.nodePort).toBeGreaterThanOrEqual(30_000)
})

test("[SVC13] a health check port must differ from the service's own node ports", async () => {
  const live = made({ type: 'LoadBalancer', ports: [{ name: 'a', port: 80 }] })
  await given(live)
  const [{ nodePort = 0 } = {}] = specOf(live).ports ?? []
  const next = made({
    type: 'LoadBalancer',
    externalTrafficPolicy: 'Local',
    ports: [{ name: 'a', port: 80, nodePort }],
  })
  await given(next, [live], live)
  expect(specOf(next).ports?.[0]?.nodePort).toBe(nodePort)
  expect(specOf(next).healthCheckNodePort).not.toBe(nodePort)
})
