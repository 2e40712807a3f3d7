import { expect, test } from 'vitest'
import { parseJson } from '#syntax/parse-json.ts'
import { checkKept } from './kept-values.ts'

const check = (text: string) => (): void => {
  const { value, numberTexts } = parseJson(`{"v":${text}}`)
  const holder = value as { v: never }
  checkKept(holder.v, holder, 'v', numberTexts)
}

test('[SC11] numbers that are an int64 or a float64 are kept, others are refused', () => {
  for (const text of ['1', '1.0', '1e3', '9007199254740993', '{"a":[9007199254740994]}', '12345678901234567890'])
    expect(check(text), text).not.toThrow()
  expect(check('[1e400]')).toThrow('json: cannot unmarshal number 1e400 into Go value of type float64')
})

test('[SC11] values nest at most 1,000 levels deep', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  expect(check(nested(1000))).not.toThrow()
  expect(check(nested(1002))).toThrow('exceeded max depth')
})
