import { expect, test } from 'vitest'
import { type Problem, Result } from './result.ts'

const problem = (name: string | null, detail: string): Problem => ({ type: 'FieldValueInvalid', name, detail })

test('[CRD17] equal errors are reported once, in the order in which they were found', () => {
  const [one, two] = [new Result(), new Result()]
  one.add(problem('a', 'x'), problem('b', 'x'), problem('a', 'y'), problem('a', 'x'))
  two.add(problem(null, 'x'), problem('b', 'x'), problem('a', 'z'), problem(null, 'x'))
  one.merge(two)
  expect(one.toFieldErrors('').map(({ field, detail }) => `${field} ${detail}`)).toEqual([
    'a x',
    'b x',
    'a y',
    '<nil> x',
    'a z',
  ])
})

test('[ER7] problems share a long detail: 20,000 with a detail of 1 MiB fit into memory', () => {
  const detail = 'x'.repeat(1 << 20)
  const result = new Result()
  for (let at = 0; at < 20_000; at++) result.add(problem(`l[${at}]`, detail))
  const whole = new Result()
  whole.merge(result)
  expect(whole.toFieldErrors('')).toHaveLength(20_000)
})
