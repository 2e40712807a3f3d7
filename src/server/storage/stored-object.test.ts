import { expect, test } from 'vitest'
import type { LogEntry } from './log.ts'
import { ParsedCache } from './parsed-cache.ts'
import { LogObject } from './stored-object.ts'

/** Returns the texts of the members of `metadata`, which are all that the tests read. */
function textsIn(metadata: string): ReadonlyMap<string, string> {
  const bytes = new TextEncoder().encode(`{"kind":"ConfigMap","metadata":${metadata},"data":{"uid":"x"}}`)
  return new LogObject({ key: '/a', revision: 1 } as LogEntry, bytes, new ParsedCache(false)).metadataTexts([
    'uid',
    'ownerReferences',
    'finalizers',
  ])
}

const managedFields = '"managedFields":[{"manager":"uid","fieldsV1":{"f:metadata":{"f:uid":{}}}}]'

test('members of metadata are found in the order of the schema and in that of the alphabet', () => {
  const bySchema = `{"name":"a","uid":"u","ownerReferences":[{"uid":"o"}],"finalizers":["f"],${managedFields}}`
  const byName = `{"finalizers":["f"],${managedFields},"name":"a","ownerReferences":[{"uid":"o"}],"uid":"u"}`
  const expected = { uid: '"u"', ownerReferences: '[{"uid":"o"}]', finalizers: '["f"]' }
  for (const metadata of [bySchema, byName]) expect(Object.fromEntries(textsIn(metadata))).toEqual(expected)
  expect(textsIn(`{"name":"a",${managedFields}}`).size).toBe(0)
})
