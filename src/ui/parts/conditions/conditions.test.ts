import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { conditionsOf } from './conditions.ts'

test('[IN2] conditions are read from any kind, malformed entries are ignored', () => {
  const object: ApiObject = {
    metadata: {},
    status: { conditions: [{ type: 'Ready', status: 'True', reason: 'Ok' }, 'x', null] },
  }

  expect(conditionsOf(object)).toEqual([{ type: 'Ready', status: 'True', reason: 'Ok', message: '', since: '' }])
  expect(conditionsOf({ metadata: {}, status: 'x' })).toEqual([])
})
