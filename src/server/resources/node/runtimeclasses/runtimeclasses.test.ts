import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { runtimeclasses } from './definition.ts'

test('[RTC1] a runtime class has a handler, and valid overhead and scheduling', () => {
  expect(tryCreate(runtimeclasses, { handler: 'runc', overhead: { podFixed: { cpu: '1' } } }).errors).toEqual([])
  const odd = {
    handler: 'Runc',
    overhead: { podFixed: { 'odd!': '1', cpu: '-1' } },
    scheduling: { nodeSelector: { 'a b': 'c' }, tolerations: [{ operator: 'Equal' }] },
  }
  const { errors } = tryCreate(runtimeclasses, odd)
  expect(errors.map((text) => text.split(':')[0])).toEqual([
    'handler',
    'overhead.limits[cpu]',
    'overhead.limits[odd!]',
    'overhead.limits[odd!]',
    'scheduling.nodeSelector',
    'scheduling.tolerations.tolerations[0].operator',
  ])
  expect(cellsOf(runtimeclasses, tryCreate(runtimeclasses, { handler: 'runc' }).object).slice(0, 2)).toEqual([
    'x',
    'runc',
  ])
})

test('[RTC2] PUT creates a runtime class, and the handler is immutable', () => {
  const live = tryCreate(runtimeclasses, { handler: 'runc' }).object
  expect(tryUpdate(runtimeclasses, live, { handler: 'other' }).errors).toEqual([
    'handler: Invalid value: "other": field is immutable',
  ])
  expect(runtimeclasses.strategy.allowCreateOnUpdate).toBe(true)
  expect(runtimeclasses.strategy.allowUnconditionalUpdate).toBe(false)
})
