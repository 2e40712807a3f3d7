import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { serviceaccounts } from './definition.ts'

const deprecated =
  'metadata.annotations[orch.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate ' +
  'access to mounted secrets'

test('[SA1] only the names of secret references are stored', () => {
  const sent = { secrets: [{ name: 's', namespace: 'elsewhere', uid: 'u', kind: 'Secret' }] }
  const { object, errors } = tryCreate(serviceaccounts, sent)
  expect(errors).toEqual([])
  expect(object['secrets']).toEqual([{ name: 's' }])
  expect(tryUpdate(serviceaccounts, object, sent).object['secrets']).toEqual([{ name: 's' }])
})

test('[SA1] the annotation that enforces mountable secrets is warned of when it is added', () => {
  const annotated = { metadata: { annotations: { 'orch.io/enforce-mountable-secrets': 'true' } } }
  const { object, warnings } = tryCreate(serviceaccounts, annotated)
  expect(warnings).toEqual([deprecated])
  expect(tryUpdate(serviceaccounts, object, annotated).warnings).toEqual([])
})

test('[TB1] a row counts the secrets', () => {
  const { object } = tryCreate(serviceaccounts, { secrets: [{ name: 'a' }, { name: 'b' }] })
  expect(cellsOf(serviceaccounts, object)).toEqual(['x', 2, '<unknown>'])
})
