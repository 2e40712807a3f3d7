import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { nodes } from './definition.ts'

const live = (spec: JsonObject = {}) => tryCreate(nodes, { spec }).object

test('[NOD1] nodes are cluster-scoped and have a status subresource', () => {
  expect(nodes).toMatchObject({ namespaced: false, shortNames: ['no'] })
  expect(nodes.subresources?.map(({ name }) => name)).toContain('status')
  const { object } = tryUpdate(nodes, live(), { status: { phase: 'Running' } })
  expect(object['status']).toEqual(live()['status'])
})

test('[NOD2] podCIDR equals the first of podCIDRs', () => {
  expect(live({ podCIDR: '10.0.0.0/24' })['spec']).toMatchObject({ podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'] })
  expect(live({ podCIDRs: ['10.0.0.0/24', 'fd00::/64'] })['spec']).toMatchObject({ podCIDR: '10.0.0.0/24' })
  expect(tryCreate(nodes, { spec: { podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] } }).errors).toEqual([
    'spec.podCIDRs: Invalid value: ["10.0.0.0/24","10.0.1.0/24"]: may specify no more than one CIDR for each IP family',
  ])
})

test('[NOD2] a network that stands twice is reported once more', () => {
  expect(tryCreate(nodes, { spec: { podCIDRs: ['10.0.0.0/24', '10.0.0.0/24'] } }).errors).toEqual([
    'spec.podCIDRs: Invalid value: ["10.0.0.0/24","10.0.0.0/24"]: may specify no more than one CIDR for each IP family',
    'spec.podCIDRs[1]: Duplicate value: "10.0.0.0/24"',
  ])
})

test('[NOD2] allocatable defaults to capacity', () => {
  const { object } = tryCreate(nodes, { status: { capacity: { cpu: '4', memory: '8Gi' } } })
  expect(object['status']).toMatchObject({ allocatable: { cpu: '4', memory: '8Gi' } })
})

test('[NOD4] podCIDRs and other assigned fields are immutable', () => {
  const before = live({ podCIDR: '10.0.0.0/24', providerID: 'a://1', externalID: 'e' })
  const spec = { podCIDR: '10.0.1.0/24', providerID: 'a://2' }
  expect(tryUpdate(nodes, before, { spec }).errors).toEqual([
    'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    'spec.externalID: Forbidden: may not be updated',
  ])
  expect(tryUpdate(nodes, live(), { spec: { podCIDR: '10.0.1.0/24', providerID: 'a://2' } }).errors).toEqual([])
})

test('[NOD4] a status update keeps the spec, and addresses are unique', () => {
  const address = { type: 'InternalIP', address: '10.0.0.1' }
  const sent = { spec: { unschedulable: true }, status: { addresses: [address, address] } }
  const { object, errors } = tryUpdate(nodes, live(), sent, 'status')
  expect(object['spec']).toEqual({})
  expect(errors).toEqual(['status.addresses[1]: Duplicate value: {"Type":"InternalIP","Address":"10.0.0.1"}'])
})

test('[NOD5] taints have valid names and effects and are unique', () => {
  const taints = [
    { key: 'a', effect: 'NoSchedule' },
    { key: 'a', effect: 'NoSchedule', value: 'b' },
    { key: '', effect: 'Odd' },
  ]
  const { errors } = tryCreate(nodes, { spec: { taints } })
  expect(errors[0]).toBe(
    'metadata.taints[1]: Duplicate value: {"Key":"a","Value":"b","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair',
  )
  expect(errors.slice(1).map((text) => text.split(': ').slice(0, 2).join(': '))).toEqual([
    'metadata.taints[2].key: Invalid value',
    'metadata.taints[2].key: Invalid value',
    'metadata.taints[2].effect: Unsupported value',
  ])
})

test('[NOD6] annotations from before taints were fields hold JSON of their form', () => {
  const errors = (name: string, text: string) =>
    tryCreate(nodes, { metadata: { annotations: { [`scheduler.alpha.orch.io/${name}`]: text } } }).errors
  expect(errors('taints', 'x')).toEqual([
    'metadata.annotations: Invalid value: "scheduler.alpha.orch.io/taints": invalid character \'x\' looking for beginning of value',
  ])
  expect(errors('taints', '{}')[0]).toMatch(/: json: cannot unmarshal object into Go value of type \[\]core\.Taint$/)
  expect(errors('taints', '[{"Key":"a","effect":"X"}]')[0]).toMatch(
    /^metadata\.annotations\.scheduler\.alpha\.orch\.io\/taints\[0\]\.effect: Unsupported value: "X"/,
  )
  expect(errors('preferAvoidPods', '[]')).toEqual([
    'metadata.annotations.AvoidPods: Invalid value: "scheduler.alpha.orch.io/preferAvoidPods": json: cannot unmarshal array into Go value of type v1.AvoidPods',
  ])
  const avoid = (podController: JsonObject) =>
    errors('preferAvoidPods', JSON.stringify({ preferAvoidPods: [{ podSignature: { podController } }] }))
  const entry = 'metadata.annotations.scheduler.alpha.orch.io/preferAvoidPods[0].PodSignature'
  expect(errors('preferAvoidPods', '{"preferAvoidPods":[{}]}')).toEqual([`${entry}: Required value`])
  expect(avoid({ controller: false })).toEqual([
    `${entry}.PodController.Controller: Invalid value: false: must point to a controller`,
  ])
  expect([avoid({ controller: true }), errors('preferAvoidPods', ''), errors('taints', '')]).toEqual([[], [], []])
})

test('[TB1] a row shows readiness, roles and addresses', () => {
  const { object } = tryCreate(nodes, {
    metadata: { name: 'n', labels: { 'node-role.orch.io/b': '', 'node-role.orch.io/a': '' } },
    spec: { unschedulable: true },
    status: {
      conditions: [{ type: 'Ready', status: 'False' }],
      addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
      nodeInfo: { orchletVersion: 'v1', kubeletVersion: 'v1', osImage: 'Linux' },
    },
  })
  expect(cellsOf(nodes, object).slice(0, 3)).toEqual(['n', 'NotReady,SchedulingDisabled', 'a,b'])
  expect(cellsOf(nodes, object)[5]).toBe('10.0.0.1')
})
