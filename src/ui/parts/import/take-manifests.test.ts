import { expect, test } from 'vitest'
import { looksLikeManifest } from './take-manifests.ts'

test.each(['kind: ConfigMap', 'apiVersion: v1\nkind: Pod\n', '{"kind": "List", "items": []}', '{"a":1,"kind":"Pod"}'])(
  '[IM4] a text that names a kind may be an object: %j',
  (text) => expect(looksLikeManifest(text)).toBe(true),
)

test.each(['', 'mankind: good', 'be so kind as to wait', '/api/v1/pods'])(
  '[IM4] other words are let pass: %j',
  (text) => expect(looksLikeManifest(text)).toBe(false),
)
