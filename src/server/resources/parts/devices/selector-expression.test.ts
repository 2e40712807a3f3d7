import { expect, test } from 'vitest'
import { fieldErrorText } from '#api/field-error.ts'
import { compileSelector, selectorCost } from '#expressions/device-selector.ts'
import { validateSelectorExpression } from './selector-expression.ts'

const costOf = (expression: string): number => {
  const compiled = compileSelector(expression)
  if (compiled.type === 'failed') throw new Error(compiled.text)
  return selectorCost(compiled.program)
}
const errorOf = (expression: string) => validateSelectorExpression(expression, 'e').map(fieldErrorText)[0]

test.each([
  ['true', 0],
  ['"no-such-domain" in device.attributes', 3],
  ['device.driver == ""', 2],
  ['device.driver == "dra.example.com"', 4],
  ['device.attributes["dra.example.com"].name', 4],
  ['device.attributes["dra.example.com"]["name"]', 4],
  ['cel.bind(dra, device.attributes["dra.example.com"], dra.name)', 15],
  ['device.attributes["dra.example.com"].name > 0', 5],
  ['device.attributes["dra.example.com"].name == "fish"', 5],
  ['device.attributes["no-such-domain"].noSuchAttr.isGreaterThan(quantity("0"))', 6],
])('[DRA10] the device selector %s costs at most %d', (expression, cost) => {
  expect(validateSelectorExpression(expression, 'e')).toEqual([])
  expect(costOf(expression)).toBe(cost)
})

test('[DRA10] a device selector must compile, return a bool, and have a limited cost', () => {
  expect(errorOf('')).toMatch(/^e: Invalid value: "": compilation failed: ERROR: <input>:1:0: Syntax error/)
  expect(errorOf('Odd_Value!')).toMatch(/compilation failed: ERROR: <input>:1:10: Syntax error/)
  expect(errorOf('a.b.c')).toContain("undeclared reference to 'a' (in container '')")
  expect(errorOf('device.nothing')).toContain("undefined field 'nothing'")
  expect(errorOf('device.driver')).toBe(
    'e: Invalid value: "device.driver": must evaluate to bool or the unknown type, not string',
  )
  expect(errorOf('dyn(true)')).toContain('must evaluate to bool or the unknown type, not dyn')
  const list = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
  const nested = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].reduceRight((rest, x) => `${list}.all(${x}, ${rest})`, 'true')
  expect(errorOf(nested)).toBe('e: Forbidden: too complex, exceeds cost limit')
})

test('[DRA10] cel.bind names a value; its name must be an identifier', () => {
  expect(errorOf('cel.bind(1, true, true)')).toContain('cel.bind() variable names must be simple identifiers')
  expect(errorOf('cel.bind(x, device.driver, x.startsWith("a"))')).toBeUndefined()
  expect(errorOf('cel.bind(x, true)')).toContain("undeclared reference to 'cel'")
})
