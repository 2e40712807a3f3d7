import { expect, test } from 'vitest'
import { fieldErrorText } from '#api/field-error.ts'
import type { JsonObject } from '#api/json.ts'
import { validateSchema } from './schema-validation.ts'

const texts = (properties: JsonObject): readonly string[] =>
  validateSchema({ type: 'object', properties: { spec: { type: 'object', properties } } }, 's').map(fieldErrorText)

const at = 's.properties[spec].properties'
const with_ = (schema: JsonObject, ...rules: readonly JsonObject[]): JsonObject => ({
  ...schema,
  'x-orch-validations': [...rules],
})

test('[CVR6] a definition is refused for rules that are incomplete, do not compile or use fields that do not apply', () => {
  const int = { type: 'integer' }
  const errors = texts({
    a: with_(
      int,
      { rule: ' ' },
      { rule: 'true', message: 'a\nb' },
      { rule: 'true', reason: 'Odd' },
      { rule: 'true', fieldPath: '.x' },
    ),
    b: with_(
      int,
      { rule: 'self' },
      { rule: 'self == oldSelf', messageExpression: '1' },
      { rule: 'true', optionalOldSelf: true },
    ),
    c: { type: 'array', maxItems: 3, items: with_(int, { rule: 'self == oldSelf' }) },
  })

  expect(errors).toEqual([
    `${at}[a].x-orch-validations[0].rule: Required value: rule is not specified`,
    `${at}[a].x-orch-validations[1].message: Invalid value: "a\\nb": must not contain line breaks`,
    `${at}[a].x-orch-validations[2].reason: Unsupported value: "Odd": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"`,
    `${at}[a].x-orch-validations[3].fieldPath: Invalid value: ".x": must be a valid path`,
    `${at}[b].x-orch-validations[0].rule: Invalid value: {"Rule":"self","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: cel expression must evaluate to a bool`,
    `${at}[b].x-orch-validations[1].messageExpression: Invalid value: {"Rule":"self == oldSelf","Message":"","MessageExpression":"1","Reason":null,"FieldPath":"","OptionalOldSelf":null}: messageExpression must evaluate to a string`,
    `${at}[b].x-orch-validations[2].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule`,
    `${at}[c].items.x-orch-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${at}[c]`,
  ])
})

test('[CVR6] a rule whose estimated cost exceeds the limit is refused, and so are rules that exceed it together', () => {
  const list = { type: 'array', items: { type: 'string' } }
  const bounded = { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 10 } }
  const twice = { rule: 'self.all(x, self.all(y, x == y))' }

  expect(texts({ a: with_(bounded, twice) })).toEqual([])
  expect(texts({ a: with_(list, twice) })).toEqual([
    `${at}[a].x-orch-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`,
    `${at}[a].x-orch-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
    's: Forbidden: x-orch-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ])
})

test('[CVR6] a default must satisfy the rules of its schema', () => {
  const schema = with_({ type: 'string', default: 'ok' }, { rule: "self == 'no'" })

  expect(texts({ a: schema })).toEqual([`${at}[a].default: Invalid value: "string": failed rule: self == 'no'`])
})
