import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { FactsCompiler, type FactsFile } from './facts-to-schema.ts'
import { decodeObject } from './decode.ts'
import { withoutEmptyLists } from './empty-lists.ts'

const facts: FactsFile = {
  kinds: { Role: { type: 'rbac.v1.Role' } },
  types: {
    'rbac.v1.Role': { fields: [{ name: 'rules', type: '[]rbac.v1.Rule' }] },
    'rbac.v1.Rule': { fields: [{ name: 'verbs', type: '[]string' }] },
    'apiextensions.v1.Status': { fields: [{ name: 'conditions', type: '[]string' }] },
  },
}
const compiler = new FactsCompiler('this test')
compiler.add(facts, {})
const schemaOf = (type: string) => compiler.struct(type)
const stored = (type: string, sent: JsonObject) => {
  const schema = schemaOf(type)
  return withoutEmptyLists(schema, decodeObject(schema, sent).object as JsonObject)
}

test('[SC12] an empty list is decoded as such and stored as null, except in types that are stored as JSON', () => {
  expect(decodeObject(schemaOf('rbac.v1.Role'), { rules: [] }).object).toEqual({ rules: [] })
  expect(stored('rbac.v1.Role', { rules: [] })).toEqual({ rules: null })
  expect(stored('rbac.v1.Role', { rules: [{ verbs: [] }, { verbs: ['get'] }] })).toEqual({
    rules: [{ verbs: null }, { verbs: ['get'] }],
  })
  expect(stored('apiextensions.v1.Status', { conditions: [] })).toEqual({ conditions: [] })
})
