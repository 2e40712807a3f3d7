import { expect, test } from 'vitest'
import { mergeTolerations } from './merge-tolerations.ts'

const exists = { key: 'a', operator: 'Exists' }
const equal = { key: 'a', operator: 'Equal', value: 'x' }

test('[RTC3] a toleration that another one covers is removed, before or after it', () => {
  expect(mergeTolerations([equal, exists])).toEqual([exists])
  expect(mergeTolerations([exists, equal])).toEqual([exists])
  expect(mergeTolerations([equal, { operator: 'Exists' }])).toEqual([{ operator: 'Exists' }])
  expect(mergeTolerations([equal, { ...equal, value: 'y' }])).toHaveLength(2)
  expect(mergeTolerations([{ ...equal, effect: 'NoSchedule' }, equal])).toEqual([equal])
})

test('[RTC3] of equal tolerations the first is kept, and of those for some seconds the one for longest', () => {
  const lasting = (tolerationSeconds?: number): object => ({
    ...exists,
    effect: 'NoExecute',
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
  })
  expect(mergeTolerations([equal, equal, { ...equal }] as never)).toEqual([equal])
  expect(mergeTolerations([lasting(5), lasting(9), lasting(1)] as never)).toEqual([lasting(9)])
  expect(mergeTolerations([lasting(5), lasting()] as never)).toEqual([lasting()])
  // Without a duration, a toleration of another operator is only covered by its equal.
  expect(mergeTolerations([{ key: 'a', operator: 'X' }, { key: 'a', operator: 'X' }, equal])).toHaveLength(2)
})
