import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { endpointslices } from './definition.ts'

const slice = (more: JsonObject = {}): JsonObject => ({
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.0.0.1'] }],
  ...more,
})
const errorsOf = (more: JsonObject) => tryCreate(endpointslices, slice(more)).errors

test('[EPS1] name and protocol of a port are defaulted, its number is not', () => {
  expect(tryCreate(endpointslices, slice({ ports: [{}] })).object['ports']).toEqual([{ name: '', protocol: 'TCP' }])
})

test("[EPS2] content and labels count as generation, annotations don't", () => {
  const live = tryCreate(endpointslices, slice()).object
  expect(live.metadata.generation).toBe(1)
  const after = (sent: JsonObject) => tryUpdate(endpointslices, live, sent).object.metadata.generation
  expect(after(slice({ metadata: { annotations: { a: 'b' } } }))).toBe(1)
  expect(after(slice({ metadata: { labels: { a: 'b' } } }))).toBe(2)
  expect(after(slice({ ports: [{ port: 1 }] }))).toBe(2)
})

test('[EPS2] deprecated topology is dropped', () => {
  const endpoints = [{ addresses: ['10.0.0.1'], deprecatedTopology: { a: 'b' } }]
  expect(tryCreate(endpointslices, slice({ endpoints })).object['endpoints']).toEqual([
    { addresses: ['10.0.0.1'], conditions: {} },
  ])
})

test("[EPS3] addresses are of the slice's address type", () => {
  expect(tryCreate(endpointslices, { endpoints: [{}] }).errors).toEqual([
    'addressType: Required value',
    'endpoints[0].addresses: Required value: must contain at least 1 address',
  ])
  expect(errorsOf({ endpoints: [{ addresses: ['fd00::1'] }] })).toEqual([
    'endpoints[0].addresses: Invalid value: "fd00::1": must be an IPv4 address',
  ])
  expect(errorsOf({ addressType: 'FQDN', endpoints: [{ addresses: ['a'] }] })).toEqual([
    'endpoints[0].addresses[0]: Invalid value: "a": should be a domain with at least two segments separated by dots',
  ])
  expect(errorsOf({ endpoints: Array.from({ length: 1001 }, () => ({ addresses: ['10.0.0.1'] })) })).toEqual([
    'endpoints: Too many: 1001: must have at most 1000 items',
  ])
})

test('[EPS3] port names are unique', () => {
  expect(errorsOf({ ports: [{ port: 1 }, { port: 2 }] })).toEqual(['ports[1].name: Duplicate value: ""'])
})

test('[EPS4] the address type is immutable', () => {
  const live = tryCreate(endpointslices, slice()).object
  expect(tryUpdate(endpointslices, live, { addressType: 'IPv6', endpoints: [] }).errors).toEqual([
    'addressType: Invalid value: "IPv6": field is immutable',
  ])
})

test('[TB1] a row shows address type, ports and endpoints', () => {
  const { object } = tryCreate(endpointslices, slice({ ports: [{ name: 'a', port: 80 }, { name: 'b' }] }))
  expect(cellsOf(endpointslices, object)).toEqual(['x', 'IPv4', '80,b', '10.0.0.1', '<unknown>'])
})
