import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { networkpolicies } from './definition.ts'

const errorsOf = (spec: JsonObject): readonly string[] => tryCreate(networkpolicies, { spec }).errors
const fromErrors = (...from: readonly JsonObject[]): readonly string[] =>
  errorsOf({ ingress: [{ from: [...from] }] }).map((text) => text.replace('spec.ingress[0].', ''))

test('[NP1] selectors, rules and types are validated in this order', () => {
  expect(
    errorsOf({
      podSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['x'] }] },
      egress: [{ to: [{}] }],
      ingress: [{ ports: [{ port: 70_000 }] }],
      policyTypes: ['Odd'],
    }),
  ).toEqual([
    "spec.podSelector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    'spec.ingress[0].ports[0].port: Invalid value: 70000: must be between 1 and 65535, inclusive',
    'spec.egress[0].to[0]: Required value: must specify a peer',
    'spec.policyTypes[0]: Unsupported value: "Odd": supported values: "Ingress", "Egress"',
  ])
  expect(errorsOf({ policyTypes: ['Odd', 'Ingress', 'Egress'] })).toEqual([
    'spec.policyTypes: Invalid value: ["Odd","Ingress","Egress"]: may not specify more than two policyTypes',
  ])
})

test('[NP2] policyTypes default from the rules, and the protocol of a port to TCP', () => {
  expect(tryCreate(networkpolicies, {}).object['spec']).toEqual({ podSelector: {}, policyTypes: ['Ingress'] })
  expect(tryCreate(networkpolicies, { spec: { egress: [{ ports: [{ port: 53 }] }] } }).object['spec']).toEqual({
    podSelector: {},
    egress: [{ ports: [{ port: 53, protocol: 'TCP' }] }],
    policyTypes: ['Ingress', 'Egress'],
  })
})

test('[NP3] a port range requires a number as its start, and its end is not below it', () => {
  const ports = [{ port: 80, endPort: 70 }, { endPort: 5 }, { port: 'web', endPort: 9 }, { protocol: 'Odd' }]
  expect(errorsOf({ ingress: [{ ports }] })).toEqual([
    'spec.ingress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`',
    'spec.ingress[0].ports[1].endPort: Invalid value: 5: may not be specified when `port` is not specified',
    'spec.ingress[0].ports[2].endPort: Invalid value: 9: may not be specified when `port` is non-numeric',
    'spec.ingress[0].ports[3].protocol: Unsupported value: "Odd": supported values: "TCP", "UDP", "SCTP"',
  ])
})

test('[NP4] a peer has selectors or an IP block', () => {
  const ipBlock = { cidr: '192.0.2.0/24' }
  expect(fromErrors({ podSelector: {}, namespaceSelector: {} }, { ipBlock })).toEqual([])
  expect(fromErrors({}, { podSelector: {}, ipBlock })).toEqual([
    'from[0]: Required value: must specify a peer',
    'from[1]: Forbidden: may not specify both ipBlock and another peer',
  ])
})

test('[NP5] an exception is a proper subset of its block', () => {
  const block = (cidr: string, ...except: readonly string[]): readonly string[] =>
    fromErrors({ ipBlock: { cidr, except: [...except] } }).map((text) => text.replace('from[0].ipBlock.', ''))
  expect(block('')).toEqual(['cidr: Required value'])
  expect(block('x')).toEqual([
    'cidr: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
  ])
  expect(block('10.0.0.0/8', '10.1.0.0/16', '2001:db8::/64', '11.0.0.0/9', '10.0.0.0/8', 'y')).toEqual([
    'except[1]: Invalid value: "2001:db8::/64": must be a strict subset of `cidr`',
    'except[2]: Invalid value: "11.0.0.0/9": must be a strict subset of `cidr`',
    'except[3]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`',
    'except[4]: Invalid value: "y": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
  ])
  expect(block('2001:db8::/32', '2001:db8:1::/48')).toEqual([])
  const { warnings } = tryCreate(networkpolicies, {
    spec: { egress: [{ to: [{ ipBlock: { cidr: '10.0.0.1/8', except: ['10.1.0.0/16'] } }] }] },
  })
  expect(warnings).toEqual([
    'spec.egress[0].to[0].ipBlock.cidr: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)',
  ])
})

test('[NP6] an update reports every cause twice', () => {
  const live = tryCreate(networkpolicies, {}).object
  const cause = 'spec.ingress[0].from[0]: Required value: must specify a peer'
  expect(tryUpdate(networkpolicies, live, { spec: { ingress: [{ from: [{}] }] } }).errors).toEqual([cause, cause])
})

test('[NP7] a row shows the pod selector', () => {
  const podSelector = { matchLabels: { b: '1' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['y', 'x'] }] }
  const cell = (spec: JsonObject): unknown => cellsOf(networkpolicies, tryCreate(networkpolicies, { spec }).object)[1]
  expect(cell({ podSelector })).toBe('a in (x,y),b=1')
  expect(cell({})).toBe('<none>')
})
