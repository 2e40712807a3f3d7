import fc from 'fast-check'
import { expect } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { formatFieldSelector, parseFieldSelector } from '#api/selectors/field-selector.ts'
import { formatLabelSelector, matchesLabels } from '#api/selectors/label-selector.ts'
import { parseLabelSelector } from '#api/selectors/parse-label-selector.ts'
import {
  QuantityError,
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  subtractQuantities,
} from '#api/quantity.ts'
import { SelectorError } from '#api/selectors/selector-error.ts'
import { TimeError, canonicalTime, formatTime, parseTime } from '#api/time.ts'
import { DurationError, formatDuration, parseDuration } from '#go/duration.ts'
import { annotateJson } from '#syntax/json-annotations.ts'
import { hasDistinctKeys } from '#syntax/json-keys.ts'
import { JsonSyntaxError, parseJson } from '#syntax/parse-json.ts'
import { YamlError, parseYaml } from '#syntax/parse-yaml.ts'
import { readPlainJson } from '#syntax/read-yaml-body.ts'
import { printYaml } from '#syntax/print-yaml.ts'
import { parseAccept } from '#server/serializer/accept.ts'
import { encodeContinueToken, parseContinueToken } from '#server/storage/continue-token.ts'
import { search, unlessRefused } from './fuzz.ts'
import { jsonValues, piecesOf } from './words.ts'

const jsonPieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"\\u00e9"',
  '"\\ud800"',
  '1',
  '-0',
  '1e9',
  '01',
  'null',
  'true',
  ' ',
  '\n',
]

search(
  'JSON: what the engine reads we read alike, what it refuses we refuse with a text',
  piecesOf(jsonPieces),
  (text) => {
    const ours = unlessRefused(() => parseJson(text, { duplicates: true }), JsonSyntaxError)
    const engines = unlessRefused(() => ({ value: JSON.parse(text) as unknown }), SyntaxError)
    expect(ours === null).toBe(engines === null)
  },
)

search('JSON: values come back from their text', jsonValues, (value) => {
  expect(printExactJson(parseJson(JSON.stringify(value)).value)).toBe(JSON.stringify(value))
})

search('JSON: keys that are written twice are found by counting them', piecesOf(jsonPieces), (text) => {
  const value = unlessRefused(() => JSON.parse(text) as Json, SyntaxError)
  if (value !== null) expect(hasDistinctKeys(text, value)).toBe(annotateJson(text, value).duplicates.length === 0)
})

const yamlPieces = [
  'a',
  ':',
  ' ',
  '\n',
  '- ',
  '? ',
  '&x ',
  '*x',
  '|',
  '>',
  "'",
  '"',
  '[',
  ']',
  '{',
  '}',
  ',',
  '#',
  '!!str ',
  '<<',
  '---',
  '...',
  '%',
  '\t',
  '~',
  '0x1',
  '@',
  '  ',
]

search('YAML: any text is a value or is refused', piecesOf(yamlPieces, 20), (text) => {
  const found = unlessRefused(() => parseYaml(text), YamlError)
  if (found !== null) expect(() => JSON.stringify(found.value)).not.toThrow()
})

search('YAML: values come back from what we print', jsonValues, (value) => {
  const sorted = JSON.parse(JSON.stringify(value)) as typeof value
  expect(parseYaml(printYaml(sorted)).value).toEqual(parseJson(JSON.stringify(value)).value)
})

const bodyTexts = fc.oneof(
  jsonValues.map((value) => JSON.stringify({ a: value })),
  jsonValues.map((value) => JSON.stringify({ b: value, a: 1 }, null, 2)),
  piecesOf(
    ['{', '}', '"a"', '"b"', ':', ': ', ',', '[', ']', '1', '-0', '1.0', 'true', 'null', '"<<"', '\n', '#', '"x: y"'],
    14,
  ).map((text) => `{${text}}`),
)

search('YAML: a body that is JSON is read as YAML would read it', bodyTexts, (text) => {
  const body = new TextEncoder().encode(text)
  const slow = unlessRefused(() => parseYaml(body), YamlError)
  const fast = unlessRefused(() => readPlainJson(body) ?? parseYaml(body), YamlError)
  const shown = (read: typeof fast): string => printExactJson([read?.value ?? null, [...(read?.duplicates ?? [])]])
  expect(shown(fast)).toBe(shown(slow))
  expect(fast === null).toBe(slow === null)
})

const quantityPieces = [
  '1',
  '0',
  '.',
  '-',
  '+',
  'e',
  'E',
  '3',
  'm',
  'k',
  'Ki',
  'Mi',
  'Gi',
  'n',
  'u',
  'P',
  '99999999999999999999',
]

search('quantities: one form, which means the same', piecesOf(quantityPieces, 6), (text) => {
  const quantity = unlessRefused(() => parseQuantity(text), QuantityError)
  if (quantity === null) return
  const canonical = canonicalQuantity(text)
  expect(canonicalQuantity(canonical)).toBe(canonical)
})

const decimals = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom('', 'm', 'k', 'Ki', 'M'))
  .map(([n, unit]) => `${n}${unit}`)

search('quantities: sums and orders agree', fc.tuple(decimals, decimals), ([a, b]) => {
  const [x, y] = [parseQuantity(a), parseQuantity(b)]
  expect(compareQuantities(subtractQuantities(addQuantities(x, y), y), x)).toBe(0)
  expect(compareQuantities(x, y) + compareQuantities(y, x)).toBe(0)
})

search('durations: what is written reads back', fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), (nanos) => {
  expect(parseDuration(formatDuration(nanos))).toBe(nanos)
})

search(
  'durations: any text is a duration or is refused',
  piecesOf(['1', '.5', '-', '+', 'h', 'm', 's', 'ms', 'us', 'µs', 'ns', '0']),
  (text) => {
    const nanos = unlessRefused(() => parseDuration(text), DurationError)
    if (nanos !== null) expect(parseDuration(formatDuration(nanos))).toBe(nanos)
  },
)

search(
  'times: any text is a time or is refused, and has one form',
  piecesOf(['2030', '-', '01', '31', 'T', '12', ':', '00', 'Z', '+02:00', '.5', '60', '99']),
  (text) => {
    const ms = unlessRefused(() => parseTime(text), TimeError)
    if (ms === null) return
    const canonical = canonicalTime(text)
    if (canonical !== null) expect(canonicalTime(canonical)).toBe(canonical)
    expect(formatTime(ms)).toMatch(/Z$/)
  },
)

const selectorPieces = [
  'a',
  'b.c/d',
  '=',
  '==',
  '!=',
  '!',
  ' in ',
  ' notin ',
  '(',
  ')',
  ',',
  '>',
  '<',
  '1',
  ' ',
  'x-y',
  '_',
]

search(
  'label selectors: one form, which picks the same',
  fc.tuple(
    piecesOf(selectorPieces),
    fc.dictionary(fc.constantFrom('a', 'b.c/d', 'x-y'), fc.constantFrom('', 'a', '1', '2')),
  ),
  ([text, labels]) => {
    const selector = unlessRefused(() => parseLabelSelector(text), SelectorError, ApiError)
    if (selector === null) return
    const again = parseLabelSelector(formatLabelSelector(selector))
    expect(formatLabelSelector(again)).toBe(formatLabelSelector(selector))
    expect(matchesLabels(again, labels)).toBe(matchesLabels(selector, labels))
  },
)

search(
  'field selectors: one form',
  piecesOf(['metadata.name', '=', '==', '!=', ',', '\\', 'a', '\\,', '\\=', ' ']),
  (text) => {
    const selector = unlessRefused(() => parseFieldSelector(text), SelectorError, ApiError)
    if (selector === null) return
    // The order of the terms in the text may differ.
    const terms = (of: typeof selector): readonly string[] => of.map((each) => JSON.stringify(each)).toSorted()
    expect(terms(parseFieldSelector(formatFieldSelector(selector)))).toEqual(terms(selector))
  },
)

search(
  'continue tokens: come back as they were',
  fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.integer({ min: 1 })),
  ([key, revision]) => {
    fc.pre(!key.split('/').some((part) => part === '.' || part === '..' || part === ''))
    const token = { startKey: `/registry/pods/${key}`, revision }
    expect(parseContinueToken(encodeContinueToken(token, '/registry/pods/'), '/registry/pods/')).toEqual(token)
  },
)

search(
  'continue tokens: any other text is refused, and none leads out of its list',
  fc.oneof(
    fc.base64String(),
    fc.string(),
    jsonValues.map((value) =>
      Buffer.from(JSON.stringify({ v: 'meta.orch.io/v1', rv: 5, start: value })).toString('base64url'),
    ),
  ),
  (text) => {
    const token = unlessRefused(() => parseContinueToken(text, '/registry/pods/'), ApiError)
    if (token !== null) expect(token.startKey.startsWith('/registry/pods/')).toBe(true)
  },
)

search(
  'Accept: any header is read, best first',
  piecesOf(['application/json', 'text/*', '*/*', ';', 'q=', '0.5', ',', 'as=Table', 'g=', 'v=v1', '/', ' ']),
  (header) => {
    const weights = parseAccept(header).map(({ q }) => q)
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  },
)
