import { expect, test } from 'vitest'
import { doneAtOnce } from '#api/bodies/in-pieces.ts'
import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { indentedJsonInPieces } from './indented-json.ts'

test('[ER8] JSON that is indented in pieces is the same as in one', () => {
  const values: readonly Json[] = [
    null,
    'a\nb',
    [],
    [1, [2]],
    {},
    { absent: undefined },
    { kind: 'List', metadata: {}, items: [] },
    {
      absent: undefined,
      items: [{ a: [] }, {}, [], 'two\nlines', null, { b: { c: [1, { d: 'é' }] } }],
      'a "key"': [[]],
    },
    { items: Array.from({ length: 40 }, (_, at) => ({ at: [at] })) },
    { items: [{ big: 2n ** 62n }, { small: 1 }], big: -(2n ** 62n) },
  ]
  for (const value of values)
    expect(new TextDecoder().decode(doneAtOnce(indentedJsonInPieces(value)))).toBe(printExactJson(value, 2))
})
