import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors } from '#testing/trial-texts.ts'
import { controllerrevisions } from './definition.ts'

test('[CR1] the data of a revision is an object and immutable; its revision number may change', () => {
  expect(createErrors(controllerrevisions, { revision: -1 })).toEqual([
    'revision: Invalid value: -1: must be greater than or equal to 0',
    'data: Required value: data is mandatory',
  ])
  expect(createErrors(controllerrevisions, { revision: 1, data: [1] })).toEqual([
    'data: Required value: data must be a valid JSON object',
  ])
  expect(createErrors(controllerrevisions, { revision: 1, data: {} })).toEqual([])
  const { object } = tryCreate(controllerrevisions, { revision: 1, data: { a: 1 } })
  expect(tryUpdate(controllerrevisions, object, { revision: 2, data: { a: 1 } }).errors).toEqual([])
  expect(brief(tryUpdate(controllerrevisions, object, { revision: -1, data: { a: 2 } }).errors)).toEqual([
    'revision: Invalid value: -1: must be greater than or equal to 0',
    'data: Invalid value: {"a":2}: field is immutable',
  ])
  expect(tryUpdate(controllerrevisions, object, { revision: 2 }).errors).toEqual([
    'data: Invalid value: null: field is immutable',
  ])
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'u', controller: true }
  const owned = { ...object, metadata: { name: 'x', ownerReferences: [owner] } }
  expect(cellsOf(controllerrevisions, owned).slice(0, 3)).toEqual(['x', 'daemonset.apps/d', 1])
})
