import { expect, test } from 'vitest'
import { valueAt } from './json.ts'

const pod = {
  metadata: { name: 'web', labels: { '': 'empty' } },
  spec: { containers: [{ image: 'nginx' }], node: null },
}

test.each([
  [[], pod],
  [['metadata', 'name'], 'web'],
  [['metadata', 'labels', ''], 'empty'],
  [['spec', 'containers', 0, 'image'], 'nginx'],
  [['spec', 'node'], null],
])('the value at %j', (path, value) => {
  expect(valueAt(pod, path)).toEqual(value)
})

test.each([
  [['status']],
  [['status', 'phase']],
  [['spec', 'node', 'name']],
  [['metadata', 'name', 0]],
  [['metadata', 'name', 'length']],
  [['spec', 'containers', 'length']],
  [['spec', 'containers', 1, 'image']],
  [['metadata', 0]],
  [['constructor']],
  [['metadata', '__proto__']],
])('there is no value at %j', (path) => {
  expect(valueAt(pod, path)).toBeUndefined()
})
