import { expect, test } from 'vitest'
import { findJsonSyntaxError } from './go-json-syntax.ts'

const faultOf = (text: string): string | null => findJsonSyntaxError(new TextEncoder().encode(text))

test('[CT4] valid JSON has no fault', () => {
  for (const text of ['0', '-1.5e+3', ' {"a":[1,{"b":null}],"c":"\\u00e9\\n"} ', '[]', '{}', '"é"', 'true', 'false']) {
    expect(faultOf(text), text).toBeNull()
  }
})

test.each([
  ['', 'unexpected end of JSON input'],
  ['[1', 'unexpected end of JSON input'],
  ['-', 'unexpected end of JSON input'],
  ['1.', 'unexpected end of JSON input'],
  ['{1', "invalid character '1' looking for beginning of object key string"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a" 1', "invalid character '1' after object key"],
  ['{"a":1 2', "invalid character '2' after object key:value pair"],
  ['[1 2', "invalid character '2' after array element"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['01', "invalid character '1' after top-level value"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u00g', "invalid character 'g' in \\u hexadecimal character escape"],
  ['"\n"', "invalid character '\\n' in string literal"],
  ['tru3', "invalid character '3' in literal true (expecting 'e')"],
  ["'", "invalid character '\\'' looking for beginning of value"],
  ['[".."".', "invalid character '\"' after array element"],
  ['é', "invalid character 'Ã' looking for beginning of value"],
  ['['.repeat(10_001), 'exceeded max depth'],
])('[CT4] %j is refused in the words of the reference decoder', (text, fault) => {
  expect(faultOf(text)).toBe(fault)
})
