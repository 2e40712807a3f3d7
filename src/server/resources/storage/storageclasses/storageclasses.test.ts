import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { storageclasses } from './definition.ts'

const provisioner = 'example.com/p'

test('[SCL1] a class has a provisioner, parameters of limited size and known policies', () => {
  expect(tryCreate(storageclasses, { reclaimPolicy: 'Odd', volumeBindingMode: '' }).errors).toEqual([
    'provisioner: Required value',
    'reclaimPolicy: Unsupported value: "Odd": supported values: "Delete", "Retain"',
    'volumeBindingMode: Unsupported value: "": supported values: "Immediate", "WaitForFirstConsumer"',
  ])
  const { object, errors } = tryCreate(storageclasses, { provisioner: 'Example.com/P' })
  expect(errors).toEqual([])
  expect(object).toMatchObject({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' })
  const many = Object.fromEntries(Array.from({ length: 513 }, (_, at) => [`k${at}`, 'v']))
  expect(tryCreate(storageclasses, { provisioner, parameters: many }).errors).toEqual([
    'parameters: Too long: may not be more than 512 bytes',
  ])
  expect(tryCreate(storageclasses, { provisioner, parameters: { '': 'x'.repeat(262_145) } }).errors).toEqual([
    'parameters: Invalid value: "": field can not be empty.',
    'parameters: Too long: may not be more than 262144 bytes',
  ])
})

test('[SCL2] topology terms have values and are unique', () => {
  const zone = { matchLabelExpressions: [{ key: 'zone', values: ['a', 'b'] }] }
  const same = { matchLabelExpressions: [{ key: 'zone', values: ['b', 'a'] }] }
  const odd = { matchLabelExpressions: [{ key: 'a', values: ['x', 'x'] }, { key: 'a' }] }
  expect(tryCreate(storageclasses, { provisioner, allowedTopologies: [zone, same, odd] }).errors).toEqual([
    'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
    'allowedTopologies[2].matchLabelExpressions[0].values[1]: Duplicate value: "x"',
    'allowedTopologies[2].matchLabelExpressions[1].values: Required value',
    'allowedTopologies[2].matchLabelExpressions[1].key: Duplicate value: "a"',
  ])
})

test('[SCL3] only allowVolumeExpansion, mountOptions and allowedTopologies are mutable', () => {
  const live = tryCreate(storageclasses, { provisioner, parameters: { a: 'b' } }).object
  const sent = { provisioner: 'example.com/q', reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer' }
  expect(tryUpdate(storageclasses, live, sent).errors).toEqual([
    'parameters: Forbidden: updates to parameters are forbidden.',
    'provisioner: Forbidden: updates to provisioner are forbidden.',
    'reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.',
    'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
  ])
  const grown = { provisioner, parameters: { a: 'b' }, allowVolumeExpansion: true, mountOptions: ['ro'] }
  expect(tryUpdate(storageclasses, live, grown).errors).toEqual([])
})

test('[SCL4] the default class has a marker in its row', () => {
  const annotations = { 'storageclass.orch.io/is-default-class': 'true' }
  const { object } = tryCreate(storageclasses, { metadata: { annotations }, provisioner })
  expect(cellsOf(storageclasses, object).slice(0, 5)).toEqual([
    'x (default)',
    provisioner,
    'Delete',
    'Immediate',
    false,
  ])
})

test('[ER7] [SCL2] very many equal terms have few errors each, so that their number grows with that of the terms', () => {
  const count = 12_000
  const { errors } = tryCreate(storageclasses, {
    provisioner,
    allowedTopologies: Array.from({ length: count }, () => ({})),
  })
  expect(errors.length).toBeGreaterThan(count - 1)
  expect(errors.length).toBeLessThan(count + 10_000)
})
