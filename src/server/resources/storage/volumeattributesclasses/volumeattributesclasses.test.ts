import { expect, test } from 'vitest'
import { tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { volumeattributesclasses } from './definition.ts'

test('[VAC1] a volume attributes class has a driver and parameters', () => {
  expect(tryCreate(volumeattributesclasses, {}).errors).toEqual([
    'driverName: Required value',
    'parameters: Required value: must contain at least one key/value pair',
  ])
  expect(tryCreate(volumeattributesclasses, { driverName: 'd', parameters: { a: 'b' } }).errors).toEqual([])
})

test('[VAC2] driver and parameters are immutable', () => {
  const live = tryCreate(volumeattributesclasses, { driverName: 'd', parameters: { a: 'b' } }).object
  expect(tryUpdate(volumeattributesclasses, live, { driverName: 'e', parameters: { a: 'c' } }).errors).toEqual([
    'driverName: Forbidden: updates to driverName are forbidden.',
    'parameters: Forbidden: updates to parameters are forbidden.',
  ])
})
