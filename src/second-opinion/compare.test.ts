import { expect, test } from 'vitest'
import { compareEngines } from './compare.ts'

const variable = { n: 1, sub: 'ann', groups: ['dev', 'ops'], admin: true }
const differences = (source: string): readonly (readonly [string, string])[] =>
  compareEngines('claims', source, variable).differences.map(({ kind, part }) => [kind, part])

test.each([
  ['claims.sub == "ann" && claims.admin'],
  ['["dev", "ops"].exists(g, g == "ops")'],
  ['1 == 1.0'],
  ['claims.?nothing.orValue("x")'],
  ['1 / 0'],
  ['{"a": [1, 2]}'],
  ['claims.missing'],
  ['1 +'],
])('[CFG25] %j has the same meaning in a plain CEL engine', (source) => {
  expect(differences(source)).toEqual([])
})

test.each([
  ['claims.n + 1 == 2', [['error', 'claims.n + 1']]],
  ['[?claims.?nothing].size() == 0', [['syntax', '[?claims.?nothing]']]],
  ['claims.sub == "ann" && url("https://a/b").getHost() == "a"', [['function', 'url("https://a/b")']]],
  ['claims.groups.isSorted()', [['function', 'claims.groups.isSorted()']]],
  // A claim has type dyn here, so a macro needs dyn(claims.groups).
  ['claims.groups.exists(g, g == "ops")', [['refused-here', 'claims.groups.exists(g, g == "ops")']]],
  [
    'quantity("1Gi").isGreaterThan(quantity("1Mi")) && claims.n + 1 > 0',
    [
      ['function', 'quantity("1Gi")'],
      ['function', 'quantity("1Mi")'],
      ['error', 'claims.n + 1'],
    ],
  ],
] as const)('[CFG25] the innermost differing parts of %j are named', (source, expected) => {
  expect(differences(source)).toEqual(expected)
})

test('[CFG25] a difference states the result of each engine', () => {
  const [difference] = compareEngines('claims', 'claims.n + 1', variable).differences
  expect(difference?.text).toBe('is 2 here, and elsewhere an error: no such overload: dyn<double> + int')
})

test('[CFG25] the plain engine does not run regular expressions', () => {
  const { theirs, hasPattern } = compareEngines('claims', '"aaaa".matches("(a+)+$")', variable)
  expect([theirs.outcome, hasPattern]).toEqual(['not-run', true])
})
