import { expect, test } from 'vitest'
import { validateObjectMeta } from '#server/registry/metadata/validate-meta.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { ipaddresses } from './definition.ts'

const parentRef = { resource: 'services', namespace: 'default', name: 'web' }
const metadata = { name: '10.96.0.7' }

test('[IPA1] an address is in canonical form, and its parent reference is immutable', () => {
  const live = tryCreate(ipaddresses, { metadata, spec: { parentRef } })
  expect(live.errors).toEqual([])
  expect(tryCreate(ipaddresses, { metadata, spec: {} }).errors).toEqual(['spec.parentRef: Required value'])
  expect(tryCreate(ipaddresses, { metadata, spec: { parentRef: { name: 'a/b' } } }).errors).toEqual([
    'spec.parentRef.resource: Required value',
    'spec.parentRef.name: Invalid value: "a/b": may not contain \'/\'',
  ])
  const namesOf = (name: string) =>
    validateObjectMeta({ name }, false, ipaddresses.strategy.validateName).map(({ detail }) => detail)
  expect(namesOf('010.0.0.1')).toEqual(['must not have leading 0s'])
  expect(namesOf('2001:DB8::1')).toEqual(['must be in canonical form ("2001:db8::1")'])
  expect(namesOf('::ffff:1.2.3.4')).toEqual(['must not be an IPv4-mapped IPv6 address'])
  expect(namesOf('a')).toEqual(['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'])
  const sent = { metadata, spec: { parentRef: { ...parentRef, name: 'other' } } }
  expect(tryUpdate(ipaddresses, live.object, sent).errors).toEqual([
    'spec.parentRef: Invalid value: {"Group":"","Resource":"services","Namespace":"default","Name":"other"}: field is immutable',
  ])
})

test('[IPA2] a row shows the parent of an address, and its age in a cell without a column', () => {
  const { object } = tryCreate(ipaddresses, { metadata, spec: { parentRef } })
  expect(cellsOf(ipaddresses, object)).toEqual(['10.96.0.7', 'services/default/web', '<unknown>'])
})
