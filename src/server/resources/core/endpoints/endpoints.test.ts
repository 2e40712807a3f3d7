import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate } from '#testing/strategy-trial.ts'
import { endpoints } from './definition.ts'
import { validateEndpoints } from './validation.ts'

const subsetsOf = (subsets: JsonObject[]) => tryCreate(endpoints, { subsets }).object['subsets']

test('[EP1] PUT creates endpoints, and the kind is marked as deprecated', () => {
  expect(endpoints.strategy.allowCreateOnUpdate).toBe(true)
  expect(endpoints.deprecationWarning).toBe(
    'v1 Endpoints is deprecated in v1.33+; use discovery.orch.io/v1 EndpointSlice',
  )
})

test('[EP2] a subset has routable addresses and named ports', () => {
  const subsets = [
    { ports: [{ port: 80 }, { port: 0, name: 'A' }] },
    { addresses: [{ ip: '127.0.0.1', nodeName: 'a b' }, { ip: 'x' }] },
  ]
  expect(
    tryCreate(endpoints, { subsets }).errors.map((text) => text.replace(/: (a lower|may not be in).*/, '')),
  ).toEqual([
    'subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`',
    'subsets[0].ports[0].name: Required value',
    'subsets[0].ports[1].name: Invalid value: "A"',
    'subsets[0].ports[1].port: Invalid value: 0: must be between 1 and 65535, inclusive',
    'subsets[1].addresses[0].nodeName: Invalid value: "a b"',
    'subsets[1].addresses[0].ip: Invalid value: "127.0.0.1"',
    'subsets[1].addresses[1].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    'subsets[1].addresses[1].ip: Invalid value: "x": must be a valid IP address',
  ])
})

test('[ER8] the addresses of a long subset are validated in pieces', () => {
  const addresses = Array.from({ length: 5000 }, () => ({ ip: 'x' }))
  const pieces = validateEndpoints({ metadata: {}, subsets: [{ addresses }, { notReadyAddresses: addresses }] })
  let steps = 0
  let found = pieces.next()
  for (; found.done !== true; steps++) found = pieces.next()
  expect(found.value).toHaveLength(20_000)
  expect(steps).toBeGreaterThan(40)
})

test('[EP3] subsets are stored as they were sent: neither merged nor sorted', () => {
  const [a, b] = [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }]
  const port = (name: string, number: number) => ({ name, port: number, protocol: 'TCP' })
  const subsets = [
    { addresses: [b, a, a], ports: [port('y', 2), port('x', 1)] },
    { addresses: [a], notReadyAddresses: [a], ports: [port('x', 1)] },
  ]
  expect(subsetsOf(subsets)).toEqual(subsets)
})

test('[TB1] a row shows three addresses and the number of the others', () => {
  const addresses = [1, 2, 3, 4].map((last) => ({ ip: `10.0.0.${last}` }))
  const { object } = tryCreate(endpoints, { subsets: [{ addresses, ports: [{ port: 80 }] }] })
  expect(cellsOf(endpoints, object)[1]).toBe('10.0.0.1:80,10.0.0.2:80,10.0.0.3:80 + 1 more...')
})
