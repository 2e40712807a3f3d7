import { expect, test } from 'vitest'
import { formatFieldSelector, matchesFields, parseFieldSelector, requiredFieldValue } from './field-selector.ts'
import { fieldErrorText } from '#api/field-error.ts'
import { toLabelSelector, validateLabelSelector } from './label-selector-object.ts'
import { formatLabelSelector, matchesLabels } from './label-selector.ts'
import { parseLabelSelector } from './parse-label-selector.ts'

test('[VA6] a label selector’s text is parsed and printed in canonical form', () => {
  const text = 'tier notin (b,a), !x, app==web, n>1, y in (,z),exists'
  expect(formatLabelSelector(parseLabelSelector(text))).toBe('app==web,exists,n>1,tier notin (a,b),!x,y in (,z)')
  expect(formatLabelSelector(parseLabelSelector(''))).toBe('')
})

test('[VA6] requirements match by presence, set and size', () => {
  const matches = (text: string, labels: { [key: string]: string }): boolean =>
    matchesLabels(parseLabelSelector(text), labels)
  expect(matches('a notin (b)', {})).toBe(true)
  expect(matches('a!=b', { a: 'b' })).toBe(false)
  expect(matches('a>2', { a: '10' })).toBe(true)
  expect(matches('a<2', { a: 'x' })).toBe(false)
  expect(matches('!constructor', {})).toBe(true)
})

test('[VA6] a text that is not a label selector is refused with Kubernetes’ message', () => {
  const texts = {
    'a in': "unable to parse requirement: found '' expected: '('",
    'a in (b': "unable to parse requirement: found '', expected: ',' or ')'",
    'a b': "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
    'a,': "found '', expected: identifier after ','",
    '=a': "found '=', expected: !, identifier, or 'end of string'",
    'a>x': `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
  }
  for (const [text, message] of Object.entries(texts)) expect(() => parseLabelSelector(text), text).toThrow(message)
  expect(() => parseLabelSelector('-a')).toThrow(
    'unable to parse requirement: <nil>: Invalid value: "-a": name part must consist',
  )
})

test('[VA7] a selector of an object matches by its requirements, an absent one matches nothing', () => {
  expect(toLabelSelector(undefined)).toBeNull()
  const selector = toLabelSelector({
    matchLabels: { b: '1' },
    matchExpressions: [{ key: 'a', operator: 'In', values: ['y', 'x'] }],
  })
  expect(formatLabelSelector(selector ?? [])).toBe('a in (x,y),b=1')
})

test('[VA7] errors of a selector of an object name the field', () => {
  const errors = validateLabelSelector(
    {
      matchLabels: { 'a b': '-' },
      matchExpressions: [
        { key: 'k', operator: 'In' },
        { key: 'k', operator: 'Exists', values: ['v'] },
        { key: 'k', operator: 'Has', values: ['!'] },
      ],
    },
    'spec.selector',
  )
  expect(errors.map(fieldErrorText).map((text) => text.slice(0, 75))).toEqual(
    [
      'spec.selector.matchLabels: Invalid value: "a b": name part must consist of a',
      'spec.selector.matchLabels: Invalid value: "-": a valid label must be an empt',
      'spec.selector.matchExpressions[0].values: Required value: must be specified ',
      'spec.selector.matchExpressions[1].values: Forbidden: may not be specified wh',
      'spec.selector.matchExpressions[2].operator: Invalid value: "Has": not a vali',
      'spec.selector.matchExpressions[2].values[0]: Invalid value: "!": a valid lab',
    ].map((text) => text.slice(0, 75)),
  )
})

test('[VA7] errors of labels are sorted by key', () => {
  const errors = validateLabelSelector({ matchLabels: { 'b b': 'x', 'a a': 'y' } }, 'selector')
  expect(errors.map(({ badValue }) => badValue)).toEqual(['a a', 'b b'])
})

test('[VA8] a field selector is parsed with its escapes, printed in canonical form, and matched', () => {
  const selector = parseFieldSelector('status.phase!=Running,metadata.name=a\\,b,,')
  expect(formatFieldSelector(selector)).toBe('metadata.name=a\\,b,status.phase!=Running')
  expect(requiredFieldValue(selector, 'metadata.name')).toBe('a,b')
  expect(matchesFields(selector, (field) => (field === 'metadata.name' ? 'a,b' : ''))).toBe(true)
  expect(() => parseFieldSelector('a')).toThrow("invalid selector: 'a'; can't understand 'a'")
  expect(() => parseFieldSelector('a=b\\c')).toThrow('invalid field selector: invalid escape sequence: \\c')
  expect(() => parseFieldSelector('a=b=c')).toThrow('invalid field selector: unescaped character in value: 61')
})
