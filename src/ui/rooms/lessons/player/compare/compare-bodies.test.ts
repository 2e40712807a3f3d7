import { expect, test } from 'vitest'
import { bodyYaml } from './body-yaml.ts'
import { bodyDifferenceWords, numberedPairs, pairLines } from './compare-bodies.ts'

const put = (metadata: object, data: object): string => JSON.stringify({ kind: 'ConfigMap', metadata, data })

test('[LSN14] lines of two bodies stand side by side, with gaps where only one has a line', () => {
  expect(pairLines('a\nuid: 1\nb\nvat: 8\n', 'a\nb\nvat: 9\nnew: 1\n')).toEqual([
    { mine: 'a', answer: 'a', isSame: true },
    { mine: 'uid: 1', answer: null, isSame: false },
    { mine: 'b', answer: 'b', isSame: true },
    { mine: 'vat: 8', answer: 'vat: 9', isSame: false },
    { mine: null, answer: 'new: 1', isSame: false },
  ])
  const numbers = numberedPairs('a\nb\n', 'b\nc\n').map(({ mineAt, answerAt }) => [mineAt, answerAt])
  expect(numbers).toEqual([
    [1, 0],
    [2, 1],
    [2, 2],
  ])
  expect(pairLines('', 'a\n')).toEqual([{ mine: null, answer: 'a', isSame: false }])
})

test('[LSN14] one sentence says how two bodies differ', () => {
  const mine = put({ name: 'a', uid: '1', resourceVersion: '5' }, { vat: '8' })
  expect(bodyDifferenceWords(mine, put({ name: 'a', resourceVersion: '7' }, { vat: '8' }))).toContain(
    'Your `uid` is one more condition',
  )
  expect(bodyDifferenceWords(put({ name: 'a' }, {}), put({ name: 'a', resourceVersion: '7' }, {}))).toContain(
    'The `resourceVersion` of the answer is a condition',
  )
  const versions = [put({ resourceVersion: '5' }, { vat: '8' }), put({ resourceVersion: '7' }, { vat: '8' })] as const
  expect(bodyDifferenceWords(...versions)).toBe('')
  expect(bodyDifferenceWords(put({}, { vat: '8' }), put({}, { vat: '9' }))).toBe(
    '`data.vat` is `"8"` in yours, `"9"` in the answer.',
  )
  expect(bodyDifferenceWords(put({}, { a: 'b', c: 'd' }), put({}, {}))).toBe(
    'Only yours has `data.a`. 1 more field differs.',
  )
  expect(bodyDifferenceWords('', mine)).toBe('')
  expect(bodyDifferenceWords('no: json', mine)).toBe('The bodies have nothing in common.')
})

test('[LSN14] a body is shown as YAML without the managers of its fields', () => {
  expect(bodyYaml(put({ name: 'a', managedFields: [{ manager: 'x' }] }, { vat: '8' }))).toBe(
    'kind: ConfigMap\nmetadata:\n  name: a\ndata:\n  vat: "8"\n',
  )
  expect(bodyYaml('vat: 8')).toBe('vat: 8')
  expect(bodyYaml(undefined)).toBe('')
})

test('[LSN14] the same fields in another order are no difference between two bodies', () => {
  const one = {
    spec: { image: 'web:2', name: 'web' },
    metadata: { uid: '1', name: 'a' },
    kind: 'Pod',
    apiVersion: 'v1',
  }
  const other = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', uid: '1' },
    spec: { name: 'web', image: 'web:2' },
  }
  expect(bodyYaml(JSON.stringify(one))).toBe(bodyYaml(other))
  expect(bodyYaml(one).split('\n').slice(0, 4)).toEqual(['apiVersion: v1', 'kind: Pod', 'metadata:', '  name: a'])
})
