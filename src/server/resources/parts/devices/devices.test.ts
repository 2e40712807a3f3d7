import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { deviceclasses } from '#server/resources/resource/deviceclasses/definition.ts'
import { resourceclaims } from '#server/resources/resource/resourceclaims/definition.ts'
import { resourceclaimtemplates } from '#server/resources/resource/resourceclaimtemplates/definition.ts'
import { resourceslices } from '#server/resources/resource/resourceslices/definition.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'

const exactly = { deviceClassName: 'gpu' }
const claim = (devices: JsonObject) => tryCreate(resourceclaims, { spec: { devices } })

test('[DRA1] a request is for devices of a class, or for the first available alternative', () => {
  expect(
    claim({
      requests: [
        { name: 'a', exactly },
        { name: 'b', firstAvailable: [{ name: 'c', ...exactly }] },
      ],
    }).errors,
  ).toEqual([])
  const requests = [
    { name: 'a' },
    { name: 'a', exactly: { deviceClassName: '', allocationMode: 'All', count: 2 } },
    { name: 'b', exactly: { ...exactly, allocationMode: 'Some' } },
    { name: 'c', exactly: { ...exactly, count: -1 } },
  ]
  expect(claim({ requests }).errors).toEqual([
    'spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required',
    'spec.devices.requests[1].exactly.deviceClassName: Required value',
    "spec.devices.requests[1].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'",
    'spec.devices.requests[2].exactly.allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"',
    'spec.devices.requests[3].exactly.count: Invalid value: -1: must be greater than zero',
    'spec.devices.requests[1].name: Duplicate value: "a"',
  ])
})

test('[DRA2] constraints and selectors are valid and refer to requests of the claim', () => {
  const requests = [{ name: 'a', exactly: { ...exactly, selectors: [{}] } }]
  const constraints = [{ requests: ['b', 'a/x'], matchAttribute: 'model' }, {}]
  expect(claim({ requests, constraints }).errors).toEqual([
    'spec.devices.requests[0].exactly.selectors[0].cel: Required value',
    'spec.devices.constraints[0].requests[0]: Invalid value: "b": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\'',
    'spec.devices.constraints[0].requests[1]: Invalid value: "a/x": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\'',
    'spec.devices.constraints[0].matchAttribute: Invalid value: "model": must include a domain',
    'spec.devices.constraints[1].matchAttribute: Required value',
  ])
})

test('[DRA2] tolerations and distinct attributes are kept and validated, and all alternatives of a request too', () => {
  const tolerations = [{}, { key: 'a b' }, { operator: 'Exists', value: 'x' }, { operator: 'X', effect: 'Y' }]
  const { object, errors } = claim({ requests: [{ name: 'a', exactly: { ...exactly, tolerations } }] })
  const shown = JSON.stringify(object['spec'])
  expect(shown).toContain('"tolerations":[{"operator":"Equal"},{"key":"a b","operator":"Equal"}')
  expect(errors.map((text) => text.slice(0, 100))).toEqual([
    expect.stringContaining('tolerations[1].key: Invalid value: "a b"'),
    'spec.devices.requests[0].exactly.tolerations[2].value: Invalid value: "x": must be empty for operator `'.slice(
      0,
      100,
    ),
    expect.stringContaining('tolerations[3].operator: Unsupported value: "X"'),
    expect.stringContaining('tolerations[3].effect: Unsupported value: "Y"'),
  ])
  const both = claim({
    requests: [{ name: 'a', exactly, firstAvailable: [{ name: 'b' }] }],
    constraints: [{ distinctAttribute: 'model' }],
  })
  expect(both.errors).toEqual([
    'spec.devices.requests[0].firstAvailable[0].deviceClassName: Required value',
    'spec.devices.requests[0]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set',
    'spec.devices.constraints[0].distinctAttribute: Invalid value: "model": must include a domain',
  ])
})

test('[DRA3] configuration is an opaque object of a driver', () => {
  const config = [{ opaque: { driver: 'a.example.com', parameters: { any: 1 } } }, {}, { opaque: { parameters: [] } }]
  const { errors } = tryCreate(deviceclasses, { spec: { config, extendedResourceName: 'example.com/gpu' } })
  expect(errors.slice(0, 2)).toEqual([
    'spec.config[1].opaque: Required value',
    'spec.config[2].opaque.driver: Required value',
  ])
  expect(errors.at(-1)).toBe(
    'spec.config[2].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object',
  )
  const { object } = tryCreate(deviceclasses, { spec: { extendedResourceName: 'example.com/gpu' } })
  expect(object).toMatchObject({ metadata: { generation: 1 }, spec: {} })
})

test('[DRA4] one device is requested by default, and fields of disabled features are dropped', () => {
  const capacity = { requests: { memory: '1Gi' } }
  const { object } = claim({ requests: [{ name: 'a', exactly: { ...exactly, capacity } }] })
  expect(object['spec']).toEqual({
    devices: { requests: [{ name: 'a', exactly: { ...exactly, allocationMode: 'ExactCount', count: 1 } }] },
  })
  const pool = { name: 'p', resourceSliceCount: 1 }
  const devices = [{ name: 'd', taints: [{ key: 'x', effect: 'NoExecute' }] }]
  const slice = tryCreate(resourceslices, { spec: { driver: 'd', nodeName: 'n', pool, devices } })
  expect(slice.errors).toEqual([])
  expect(slice.object['spec']).toMatchObject({ devices: [{ name: 'd' }] })
  expect(JSON.stringify(slice.object)).not.toContain('taints')
})

test('[DRA5] specs of claims and claim templates are immutable', () => {
  const live = claim({ requests: [{ name: 'a', exactly }] }).object
  expect(tryUpdate(resourceclaims, live, { spec: { devices: {} } }).errors[0]).toMatch(
    /^spec: Invalid value: \{"Devices":\{.*\}\}: field is immutable$/,
  )
  const template = tryCreate(resourceclaimtemplates, { spec: { metadata: { labels: { a: 'b' } } } })
  expect(template.errors).toEqual([])
  const named = tryCreate(resourceclaimtemplates, { spec: { metadata: { name: 'x' } } })
  expect(named.errors).toEqual(['spec.metadata.name: Forbidden: cannot be set'])
  expect(tryUpdate(resourceclaimtemplates, template.object, { spec: {} }).errors).toHaveLength(1)
})

test('[DRA6] a slice has one node selection, and each attribute of a device one value', () => {
  const attributes = {
    model: { string: 'x' },
    'a.example.com/v': { version: '1.2' },
    both: { int: 1, bool: true },
    none: {},
  }
  const spec = { driver: 'd', pool: { name: 'p', resourceSliceCount: 0 }, devices: [{ name: 'd', attributes }] }
  expect(tryCreate(resourceslices, { spec }).errors).toEqual([
    'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
    'spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required',
    'spec.devices[0].attributes[a.example.com/v].version: Invalid value: "1.2": must be a string compatible with semver.org spec 2.0.0',
    'spec.devices[0].attributes[both]: Invalid value: {"IntValue":1,"BoolValue":true,"StringValue":null,"VersionValue":null}: exactly one value must be specified',
    'spec.devices[0].attributes[none]: Required value: exactly one value must be specified',
  ])
  const good = { driver: 'd', nodeName: 'n', pool: { name: 'p', resourceSliceCount: 1 } }
  const live = tryCreate(resourceslices, { spec: good }).object
  expect(tryUpdate(resourceslices, live, { spec: { ...good, nodeName: 'm', driver: 'e' } }).errors).toEqual([
    'spec.driver: Invalid value: "e": field is immutable',
    'spec.nodeName: Invalid value: "m": field is immutable',
  ])
  expect(resourceslices.selectableFields?.['spec.nodeName']?.(live)).toBe('n')
})

const result = { request: 'a', driver: 'd', pool: 'p', device: 'x' }
const allocation = { devices: { results: [result] } }

test('[DRA7] an allocation belongs to requests of the claim, is immutable, and is reserved for known consumers', () => {
  const live = claim({ requests: [{ name: 'a', exactly }] }).object
  const status = (sent: JsonObject, before = live) => tryUpdate(resourceclaims, before, { status: sent }, 'status')
  const given = status({ allocation })
  expect(given.errors).toEqual([])
  expect(status({ reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }] }).errors).toEqual([
    'status.reservedFor: Forbidden: may not be specified when `allocated` is not set',
  ])
  expect(status({ allocation: { devices: { results: [{ ...result, request: 'z' }] } } }).errors).toHaveLength(1)
  const other = { devices: { results: [{ ...result, device: 'y' }] } }
  expect(status({ allocation: other }, given.object).errors[0]).toMatch(/^status.allocation: .*field is immutable$/)
  const device = { driver: 'd', pool: 'p', device: 'q', networkData: { ips: ['1.2.3.4'] } }
  expect(status({ allocation, devices: [device] }, given.object).errors).toEqual([
    'status.devices[0]: Invalid value: {"Driver":{},"Pool":{},"Device":{},"ShareID":{}}: must be an allocated device in the claim',
    'status.devices[0].networkData.ips[0]: Invalid value: "1.2.3.4": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
  ])
})

test('[DRA8] a row shows the state of a claim', () => {
  const live = claim({ requests: [{ name: 'a', exactly }] }).object
  expect(cellsOf(resourceclaims, live)[1]).toBe('pending')
  const reservedFor = [{ resource: 'pods', name: 'p', uid: 'u' }]
  const { object } = tryUpdate(resourceclaims, live, { status: { allocation, reservedFor } }, 'status')
  expect(cellsOf(resourceclaims, object)[1]).toBe('allocated,reserved')
})
