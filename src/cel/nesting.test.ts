import { expect, test } from 'vitest'
import { createCelEnvironment } from './cel.ts'

// In a file of its own, where V8 has not optimized the parser yet: frames of the stack are largest then.
const environment = createCelEnvironment({ variables: {} })

const nested = (depth: number, open: string, core: string, close: string): string =>
  open.repeat(depth) + core + close.repeat(depth)

test.each([
  ['lists', '[', '1', ']'],
  ['brackets', '(', '1', ')'],
  ['maps', '{1:', '1', '}'],
  ['conditions', 'true?(', '1', '):2'],
  ['sums', '1+(', '1', ')'],
  ['calls', 'dyn(', '1', ')'],
  ['indexes', '[1][', '0', ']'],
])('[CEL6] %s nest as deep as the limit allows; one level more is refused in words', (_, open, core, close) => {
  const outcome = (depth: number): string => {
    const compiled = environment.compile(nested(depth, open, core, close))
    return compiled.type === 'failed' ? compiled.text : compiled.program.evaluate({}).type
  }
  expect(outcome(249)).not.toContain('recursion')
  expect(outcome(250)).toContain('expression recursion limit exceeded: 250')
})
