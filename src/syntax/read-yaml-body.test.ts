import { expect, test } from 'vitest'
import { parseYaml } from './parse-yaml.ts'
import { readYamlBody } from './read-yaml-body.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

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
  const { value, duplicates, numberTexts } = readYamlBody(bytes(text))

  expect(JSON.stringify(value)).toBe(JSON.stringify(expected.value))
  expect(duplicates).toEqual(expected.duplicates)
  expect(numberTexts === undefined).toBe(expected.numberTexts === undefined)
})

test('[PY13] text that starts like JSON but is not is refused as YAML', () => {
  expect(() => readYamlBody(bytes('{"a":'))).toThrow(/^yaml: /)
  expect(() => readYamlBody(bytes('{"b"\n:null}'))).toThrow(/^yaml: /)
})
