import { expect, test } from 'vitest'
import { parseYaml } from './parse-yaml.ts'
import { readPlainJson } from './read-yaml-body.ts'

/** Reads a body as an apply does. */
function readBody(text: string) {
  const body = new TextEncoder().encode(text)
  return readPlainJson(body) ?? parseYaml(body)
}

test.each([
  '{"b":{"y":1,"x":[true,null,"z"]},"a":"yes"}',
  '{"a":1,"a":2}',
  '{"a":1.0,"b":-0,"c":1e3,"d":12345678901234567890}',
  String.raw`{"a":"\u00e9\n"}`,
  '{"a":"é"}',
  '{"<<":{"a":1}}',
  'a: 1',
])('[PY12] a body has the same value as JSON and as YAML: %s', (text) => {
  const { root: _root, ...expected } = parseYaml(text)
  const { value, duplicates, numberTexts } = readBody(text)

  expect(JSON.stringify(value)).toBe(JSON.stringify(expected.value))
  expect(duplicates).toEqual(expected.duplicates)
  expect(numberTexts === undefined).toBe(expected.numberTexts === undefined)
})

test('[PY13] text that starts like JSON but is not is refused as YAML', () => {
  expect(() => readBody('{"a":')).toThrow(/^yaml: /)
  expect(() => readBody('{"b"\n:null}')).toThrow(/^yaml: /)
})
