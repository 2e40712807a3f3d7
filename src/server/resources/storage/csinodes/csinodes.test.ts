import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { csinodes } from './definition.ts'

const driver = { name: 'a.example.com', nodeID: 'n', topologyKeys: ['zone'] }

test('[CSN1] each driver of a node has a unique name and a node id', () => {
  const { errors, object } = tryCreate(csinodes, { spec: { drivers: [driver] } })
  expect(errors).toEqual([])
  expect(cellsOf(csinodes, object).slice(0, 2)).toEqual(['x', 1])
  const odd = { ...driver, nodeID: '', allocatable: { count: -1 }, topologyKeys: ['', 'zone', 'zone'] }
  const found = tryCreate(csinodes, { spec: { drivers: [driver, odd] } }).errors
  expect(found.slice(0, 4)).toEqual([
    'spec.drivers[1].nodeID: Required value',
    'spec.drivers[1].allocatable.count: Invalid value: -1: must be greater than or equal to 0',
    'spec.drivers[1].name: Duplicate value: "a.example.com"',
    'spec.drivers[1]: Required value',
  ])
  expect(found.at(-1)).toBe('spec.drivers[1]: Duplicate value: "zone"')
  const malformed = tryCreate(csinodes, { spec: { drivers: [{ ...driver, topologyKeys: ['zone', 'a!'] }] } }).errors
  expect(malformed.map((text) => text.split(': name part')[0])).toEqual([
    'spec.drivers[0]: Invalid value: ["zone","a!"]',
  ])
})

test('[CSN2] a driver that remains in the list is immutable', () => {
  const live = tryCreate(csinodes, { spec: { drivers: [driver] } }).object
  expect(tryUpdate(csinodes, live, { spec: { drivers: [{ ...driver, nodeID: 'm' }] } }).errors).toEqual([
    'spec.drivers: Invalid value: {"Name":"a.example.com","NodeID":"m","TopologyKeys":["zone"],"Allocatable":null}: field is immutable',
  ])
  expect(tryUpdate(csinodes, live, { spec: { drivers: [] } }).errors).toEqual([])
})
