import { expect, test } from 'vitest'
import { evaluateExpression } from '#config/evaluate-expression.ts'
import { unescapeName } from './cel-variable.ts'

const valueOf = (source: string, claims: Parameters<typeof evaluateExpression>[2]): string => {
  const result = evaluateExpression('claims', source, claims)
  return result.type === 'value' ? result.value : result.message
}

test('[CFG23] names that are no identifiers can be selected by their escaped form, at every depth; an exact name takes precedence', () => {
  const claims = { 'a.b': { 'c-d': [{ 'e/f': 1 }] }, x__dot__y: 'as written', 'x.y': 'escaped', for: 2, n: null }
  expect(valueOf('claims.a__dot__b.c__dash__d[0].e__slash__f', claims)).toBe('1')
  expect(valueOf('claims.x__dot__y', claims)).toBe('"as written"')
  expect(valueOf('claims.__for__', claims)).toBe('2')
  expect(valueOf('claims.n == null && size(claims) == 5', claims)).toBe('true')
  expect(valueOf('claims.z__dot__z', claims)).toBe('no such key: z__dot__z')
  expect([unescapeName('a__underscores__b'), unescapeName('a_b'), unescapeName('__dot')]).toEqual([
    'a__b',
    undefined,
    undefined,
  ])
})
