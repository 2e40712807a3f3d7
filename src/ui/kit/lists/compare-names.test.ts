import { expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'

test('names are sorted like in a dictionary, without regard to case', () => {
  const names = ['Secret', 'CSIDriver', 'node-ipam', 'ConfigMap', 'nodelifecycle', 'CronJob', 'apps']
  expect(names.toSorted(compareNames)).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(compareNames('Node', 'node')).toBe(0)
})
