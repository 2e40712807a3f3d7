import { expect, test } from 'vitest'
import { CelCompileError, compile, type CelVariableType } from './cel.ts'
import { checkConfig } from './config.ts'

test('[LIB9] an expression runs on JSON, and returns its value with its cost', () => {
  const expression = compile('self.names.filter(n, n.startsWith("a"))', { self: 'dyn' })
  expect(expression.resultType).toBe('list(dyn)')
  expect(expression.run({ self: { names: ['ab', 'b'] } })).toMatchObject({ type: 'value', value: ['ab'] })
  expect(expression.run({ self: {} })).toMatchObject({ type: 'error', message: 'no such key: names' })
  const costly = compile('list.all(a, list.all(b, list.all(c, a + b + c >= 0)))', { list: 'list' })
  const many = Array.from({ length: 200 }, (_, at) => at)
  expect(costly.run({ list: many })).toMatchObject({ type: 'error', isCostExceeded: true })
})

test('[LIB9] an expression that does not compile names line and column', () => {
  const compiled = (): unknown => compile('1 +\n x', { y: 'int' })
  expect(compiled).toThrow(CelCompileError)
  expect(compiled).toThrow("undeclared reference to 'x'")
  try {
    compiled()
  } catch (error) {
    expect(error).toMatchObject({ problems: [{ line: 2, column: 2 }] })
  }
  expect(() => compile('x', { x: 'text' as CelVariableType })).toThrow('x has the type "text"; there are bool, int')
})

test('[LIB10] a configuration file is checked with rule, place and range', () => {
  const text = 'apiVersion: apiserver.orch.io/v1beta1\nkind: TracingConfiguration\nendpoint: http://x\n'
  expect(checkConfig(text)).toMatchObject({
    kind: 'TracingConfiguration',
    isValid: false,
    problems: [{ severity: 'error', code: 'T03', path: 'endpoint', line: 3, column: 11, endLine: 3, endColumn: 19 }],
  })
  expect(checkConfig(text.replace('http://x', 'x:4317'))).toMatchObject({ isValid: true, problems: [] })
  expect(checkConfig('{', {}).isValid).toBe(false)
  expect(() => checkConfig(text, { kind: 'Pod' as 'TracingConfiguration' })).toThrow(TypeError)
})
