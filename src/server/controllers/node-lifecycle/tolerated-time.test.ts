import { expect, test } from 'vitest'
import type { Toleration } from '#server/kinds/types/core-v1.ts'
import { toleratedMs } from './tolerated-time.ts'

const pod = (...tolerations: Toleration[]) => ({ metadata: {}, spec: { tolerations } })
const lost = { key: 'lost', effect: 'NoExecute' }
const slow = { key: 'slow', effect: 'NoExecute' }
const toLost = { key: 'lost', operator: 'Exists' }

test.each([
  ['no toleration', pod(), [lost], 0],
  ['one of two taints tolerated', pod(toLost), [lost, slow], 0],
  ['tolerated for ever', pod(toLost), [lost], null],
  ['tolerated for some time', pod({ ...toLost, tolerationSeconds: 5 }), [lost], 5000],
  ['the first toleration of several', pod(toLost, { ...toLost, tolerationSeconds: 5 }), [lost], null],
  [
    'the shorter of two times',
    pod({ ...toLost, tolerationSeconds: 9 }, { operator: 'Exists', tolerationSeconds: 3 }),
    [lost, slow],
    3000,
  ],
  ['a negative time', pod({ ...toLost, tolerationSeconds: -1 }), [lost], 0],
])('[LC92] a pod stays as long as it tolerates: %s', (_title, given, taints, expected) => {
  expect(toleratedMs(given, taints)).toBe(expected)
})
