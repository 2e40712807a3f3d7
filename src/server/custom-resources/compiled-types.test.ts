import { expect, test } from 'vitest'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { CompiledTypes } from './compiled-types.ts'

const definition = (plural: string, established: boolean, message = ''): CustomResourceDefinition => {
  const names = { plural, singular: plural, kind: plural.toUpperCase(), listKind: `${plural.toUpperCase()}List` }
  return {
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
    status: {
      acceptedNames: names,
      conditions: established ? [{ type: 'Established', status: 'True', message }] : [],
    },
  }
}

const noCalls = (): never => {
  throw new Error('no webhook is called')
}
const clock = createSimulatedClock()
const create = (): CompiledTypes =>
  new CompiledTypes(() => [], { fetch: noCalls, clock, uid: noCalls, findService: noCalls })

test('[CRD20] a write that does not change the types of a definition keeps the table and its types', () => {
  const types = create()
  types.set(definition('a', true))
  types.set(definition('b', false))
  types.refresh()
  const { table } = types
  expect(table.definitions.map(({ resource }) => resource)).toEqual(['a'])
  types.set(definition('a', true, 'another text'))
  types.refresh()
  expect(types.table).toBe(table)
  types.set(definition('b', true))
  types.refresh()
  expect(types.table.definitions.map(({ resource }) => resource)).toEqual(['a', 'b'])
  expect(types.table.findStored('example.com', 'a')).toBe(table.findStored('example.com', 'a'))
})

test('[CRD20] the watches of a removed definition end, and a relist removes definitions that are gone', () => {
  const types = create()
  types.set(definition('a', true))
  types.set(definition('b', true))
  types.refresh()
  const { table } = types
  types.keepOnly(new Set(['b.example.com']))
  types.refresh()
  expect(table.findStored('example.com', 'a')?.retired?.aborted).toBe(true)
  expect(table.findStored('example.com', 'b')?.retired?.aborted).toBe(false)
  expect(types.table.definitions.map(({ resource }) => resource)).toEqual(['b'])
})
