import { expect, test } from 'vitest'
import '#server/kinds/every-group.ts'
import { fieldErrorText } from '#api/field-error.ts'
import { equalAs, immutableAs } from './semantic-equality.ts'

test('[WL19] an empty list or map equals an absent one, an empty string of a pointer field does not', () => {
  const claim = 'core.v1.PersistentVolumeClaimSpec'
  expect(equalAs(claim, { accessModes: [], selector: { matchLabels: {} } }, { selector: {} })).toBe(true)
  expect(equalAs(claim, { volumeName: '' }, {})).toBe(true)
  expect(equalAs(claim, { volumeAttributesClassName: '' }, {})).toBe(false)
  expect(equalAs(claim, { selector: {} }, {})).toBe(false)
  expect(
    equalAs(claim, { dataSource: { kind: 'A', name: 'a', apiGroup: '' } }, { dataSource: { kind: 'A', name: 'a' } }),
  ).toBe(false)
})

test('[WL19] quantities are compared as numbers, and maps key by key', () => {
  const claim = 'core.v1.PersistentVolumeClaimSpec'
  const of = (requests: { readonly [name: string]: string }) => ({ resources: { requests: { ...requests } } })
  expect(equalAs(claim, of({ storage: '1024Mi' }), of({ storage: '1Gi' }))).toBe(true)
  expect(equalAs(claim, of({ storage: '1Gi' }), of({ other: '1Gi' }))).toBe(false)
  expect(equalAs(claim, of({ storage: '1Gi' }), of({}))).toBe(false)
})

test('[WL3] a changed value prints empty lists, and embeds the metadata of templates', () => {
  const template = { metadata: { labels: { a: 'b' } }, spec: { devices: { requests: [] } } }
  const changed = { spec: { devices: { requests: [{ name: 'r' }] } } }
  const texts = immutableAs('resource.v1.ResourceClaimTemplateSpec', template, changed, 'spec').map(fieldErrorText)
  expect(texts).toEqual([
    'spec: Invalid value: {"labels":{"a":"b"},"Spec":{"Devices":{"Requests":[],"Constraints":null,"Config":null}}}: field is immutable',
  ])
})
