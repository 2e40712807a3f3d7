import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { services } from './definition.ts'

const http = { port: 80 }
const service = (spec: JsonObject, more: JsonObject = {}): JsonObject => ({ spec: { ports: [http], ...spec }, ...more })
const errorsOf = (spec: JsonObject): readonly string[] => tryCreate(services, service(spec)).errors
/** Returns the service as it is after allocation. */
const live = (spec: JsonObject) => {
  const address = {
    clusterIP: '10.96.0.9',
    clusterIPs: ['10.96.0.9'],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
  }
  return tryCreate(services, service({ ...address, ...spec })).object
}
const specOfUpdate = (before: JsonObject, after: JsonObject) =>
  tryUpdate(services, live(before), service(after)).object['spec']

test('[SVC1] defaults depend on the type', () => {
  expect(tryCreate(services, service({})).object['spec']).toEqual({
    ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
    sessionAffinity: 'None',
    type: 'ClusterIP',
    internalTrafficPolicy: 'Cluster',
  })
  expect(
    tryCreate(services, service({ type: 'LoadBalancer', sessionAffinity: 'ClientIP' })).object['spec'],
  ).toMatchObject({
    allocateLoadBalancerNodePorts: true,
    externalTrafficPolicy: 'Cluster',
    sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } },
  })
  const external = tryCreate(services, { spec: { type: 'ExternalName', externalName: 'a.example' } })
  expect(external.object['spec']).toEqual({ externalName: 'a.example', sessionAffinity: 'None', type: 'ExternalName' })
  expect(external.errors).toEqual([])
})

test('[SVC2] errors of a service come in the order of the reference', () => {
  expect(
    tryCreate(services, { spec: { type: 'Odd', sessionAffinity: 'Maybe', internalTrafficPolicy: 'Here' } }).errors,
  ).toEqual([
    'spec.ports: Required value',
    'spec.sessionAffinity: Unsupported value: "Maybe": supported values: "ClientIP", "None"',
    'spec.type: Unsupported value: "Odd": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
    'spec.internalTrafficPolicy: Unsupported value: "Here": supported values: "Cluster", "Local"',
  ])
  expect(errorsOf({ type: 'NodePort', clusterIP: 'None' })).toEqual([
    'spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services',
  ])
  expect(errorsOf({ externalTrafficPolicy: 'Local' })).toEqual([
    'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
  ])
  expect(
    errorsOf({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } }),
  ).toEqual([
    'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400',
  ])
})

test('[SVC2] an external name is a DNS name, and the service has no cluster IPs', () => {
  const errors = tryCreate(services, {
    spec: { type: 'ExternalName', clusterIP: '10.96.0.7', ipFamilies: ['IPv4'] },
  }).errors
  expect(errors).toEqual([
    'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
    'spec.ipFamilies: Forbidden: may not be set for ExternalName services',
    'spec.externalName: Required value',
  ])
  expect(tryCreate(services, { spec: { type: 'ExternalName', externalName: 'a.example.' } }).errors).toEqual([])
})

test('[SVC2] the name is a DNS label that starts with a letter', () => {
  expect(tryCreate(services, service({}, { metadata: { name: '1st' } })).errors).toEqual([
    'metadata.name: Invalid value: "1st": a DNS-1035 label must consist of lower case alphanumeric characters or \'-\', ' +
      "start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', " +
      "regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  ])
})

test('[SVC3] ports have a number and a known protocol, names if there is more than one, and are unique', () => {
  const ports = [
    { name: 'a', port: 0 },
    { name: 'a', port: 70_000, protocol: 'HTTP' },
    { port: 80, targetPort: 'no_name' },
  ]
  expect(errorsOf({ ports })).toEqual([
    'spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
    'spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive',
    'spec.ports[1].name: Duplicate value: "a"',
    'spec.ports[1].port: Invalid value: 70000: must be between 1 and 65535, inclusive',
    'spec.ports[1].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"',
    'spec.ports[1].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
    'spec.ports[2].name: Required value',
    'spec.ports[2].targetPort: Invalid value: "no_name": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
  ])
  expect(errorsOf({ ports: [{ port: 80, nodePort: 30_000 }] })).toEqual([
    "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
  ])
  const same = [
    { name: 'a', port: 80 },
    { name: 'b', port: 80 },
  ]
  expect(errorsOf({ ports: same })).toEqual([
    'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
  ])
})

test('[SVC4] a health check port requires a load balancer with the Local traffic policy', () => {
  expect(errorsOf({ healthCheckNodePort: 30_001 })).toEqual([
    "spec.healthCheckNodePort: Invalid value: 30001: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
  ])
})

test('[SVC5] cluster IPs, families and policy must be consistent', () => {
  expect(errorsOf({ clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.8'] })).toEqual([
    'spec.clusterIPs: Invalid value: ["10.96.0.8"]: first value must match `clusterIP`',
  ])
  expect(errorsOf({ ipFamilyPolicy: 'Both', ipFamilies: ['IPv5', 'IPv4', 'IPv4'] })).toEqual([
    'spec.ipFamilies[0]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"',
    'spec.ipFamilies[2]: Duplicate value: "IPv4"',
    'spec.ipFamilyPolicy: Unsupported value: "Both": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
  ])
})

test('[SVC6] source ranges are networks and only for load balancers', () => {
  expect(errorsOf({ loadBalancerSourceRanges: ['10.0.0.0/33'] })).toEqual([
    "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
    'spec.LoadBalancerSourceRanges[0]: Invalid value: "10.0.0.0/33": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
  ])
  expect(errorsOf({ type: 'LoadBalancer', loadBalancerSourceRanges: [' 10.0.0.0/8 '] })).toEqual([])
})

test('[SVC7] the load balancer class can be set only once', () => {
  expect(errorsOf({ loadBalancerClass: 'example.com/a' })).toEqual([
    "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
  ])
  const before = { type: 'LoadBalancer', loadBalancerClass: 'example.com/a' }
  expect(tryUpdate(services, live(before), service({ ...before, loadBalancerClass: 'example.com/b' })).errors).toEqual([
    'spec.loadBalancerClass: Invalid value: "example.com/b": may not change once set',
  ])
})

test('[SVC8] the primary address and family are immutable', () => {
  const { errors } = tryUpdate(
    services,
    live({}),
    service({ clusterIP: '10.96.0.10', ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' }),
  )
  expect(errors).toEqual([
    'spec.clusterIPs[0]: Invalid value: ["10.96.0.10"]: may not change once set',
    'spec.ipFamilies[0]: Invalid value: ["IPv6"]: may not change once set',
    'spec.clusterIPs[0]: Invalid value: "10.96.0.10": expected an IPv6 value as indicated by `ipFamilies[0]`',
  ])
})

test('[SVC9] the status of a load balancer has addresses or host names', () => {
  const status = (ingress: JsonObject) => ({ status: { loadBalancer: { ingress: [ingress] } } })
  const after = (type: string, ingress: JsonObject) =>
    tryUpdate(services, live({ type }), service({ type }, status(ingress)), 'status').errors
  expect(after('ClusterIP', { ip: '1.2.3.4' })).toEqual([
    "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
  ])
  expect(after('LoadBalancer', { ip: '1.2.3', ipMode: 'Odd' })).toEqual([
    'status.loadBalancer.ingress[0].ip: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    'status.loadBalancer.ingress[0].ipMode: Unsupported value: "Odd": supported values: "Proxy", "VIP"',
  ])
  expect(after('LoadBalancer', { hostname: '1.2.3.4' })).toEqual([
    'status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
  ])
  expect(after('LoadBalancer', { hostname: 'lb.example.com' })).toEqual([])
})

test('[SVC10] allocated fields may be omitted from an update', () => {
  const ports = [{ name: 'a', port: 80, nodePort: 30_080 }]
  expect(
    specOfUpdate({ type: 'NodePort', ports }, { type: 'NodePort', ports: [{ name: 'a', port: 81 }] }),
  ).toMatchObject({
    clusterIP: '10.96.0.9',
    clusterIPs: ['10.96.0.9'],
    ports: [{ nodePort: 30_080, port: 81 }],
  })
})

test('[SVC10] a change of the type clears fields that do not apply', () => {
  const ports = [{ port: 80, nodePort: 30_080 }]
  expect(specOfUpdate({ type: 'NodePort', ports }, { ports, externalTrafficPolicy: 'Cluster' })).toEqual({
    clusterIP: '10.96.0.9',
    clusterIPs: ['10.96.0.9'],
    internalTrafficPolicy: 'Cluster',
    ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
    sessionAffinity: 'None',
    type: 'ClusterIP',
  })
  const whole = live({})['spec'] as JsonObject
  const named = tryUpdate(services, live({}), { spec: { ...whole, type: 'ExternalName', externalName: 'a.example' } })
  expect(named.errors).toEqual([])
  expect(named.object['spec']).not.toHaveProperty('clusterIP')
  expect(named.object['spec']).not.toHaveProperty('ipFamilies')
})

test('[SVC11] ineffective and deprecated fields are warned of', () => {
  expect(tryCreate(services, service({ clusterIP: 'None', externalIPs: ['1.2.3.4'] })).warnings).toEqual([
    'spec.externalIPs is ignored for headless services',
  ])
  expect(tryCreate(services, service({ externalName: 'a.example' })).warnings).toEqual([
    'spec.externalName is ignored when spec.type is not "ExternalName"',
  ])
})

test('[TB1] a row shows addresses, ports and selector', () => {
  const object = live({ type: 'LoadBalancer', ports: [{ port: 80, nodePort: 30_080 }], selector: { b: '2', a: '1' } })
  expect(cellsOf(services, object)).toEqual([
    'x',
    'LoadBalancer',
    '10.96.0.9',
    '<pending>',
    '80:30080/TCP',
    '<unknown>',
    'a=1,b=2',
  ])
})
