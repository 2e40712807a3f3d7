import { expect, test } from 'vitest'
import { referenceText } from '#vocabulary/reference-text.ts'
import { deploymentResource } from '#testing/found-resources.ts'
import { noObjects, withCollection } from '#ui/model/objects-state.ts'
import {
  groupIn,
  initialEventsEnd,
  jsonAs,
  labelIn,
  protobufIn,
  templateIn,
  vocabularyOf,
  withOwnExtensions,
} from './vocabulary.ts'

const groups = ['rbac.authorization', 'apiextensions', 'admissionregistration', 'coordination', 'discovery', 'events']

test('[VO7] names of the page are those of a cluster of either vocabulary', () => {
  expect(groupIn('orch', 'rbac.authorization')).toBe('rbac.authorization.orch.io')
  expect(groupIn('kubernetes', 'rbac.authorization')).toBe('rbac.authorization.k8s.io')
  expect(labelIn('kubernetes', 'kubectl', 'a')).toBe('kubectl.kubernetes.io/a')
  const table = { group: 'meta', version: 'v1', kind: 'Table' }
  expect(jsonAs('kubernetes', table)).toBe('application/json;as=Table;g=meta.k8s.io;v=v1')
  // The server's own words are translated by the build; the page's agree with them.
  for (const group of groups)
    expect(referenceText(`${groupIn('orch', group)}/v1`)).toBe(`${groupIn('kubernetes', group)}/v1`)
  expect(referenceText(initialEventsEnd('orch'))).toBe(initialEventsEnd('kubernetes'))
  expect(referenceText(protobufIn('orch'))).toBe(protobufIn('kubernetes'))
  expect(referenceText(jsonAs('orch', table))).toBe(jsonAs('kubernetes', table))
  const label = (vocabulary: 'orch' | 'kubernetes') => labelIn(vocabulary, 'kubectl', 'last-applied-configuration')
  expect(referenceText(label('orch'))).toBe(label('kubernetes'))
})

test('[VO7] templates get the names of the cluster, and OpenAPI documents the extensions that the page reads', () => {
  const template = 'apiVersion: apiextensions.orch.io/v1\nx-orch-validations: []\n'
  expect(templateIn('orch', template)).toBe(template)
  expect(templateIn('kubernetes', template)).toBe(referenceText(template))
  const document = '{"x-kubernetes-group-version-kind":[{"group":"storage.k8s.io"}]}'
  expect(withOwnExtensions(document)).toBe('{"x-orch-group-version-kind":[{"group":"storage.k8s.io"}]}')
})

test('[VO7] discovery tells the vocabulary of a cluster', () => {
  const withGroup = (group: string) =>
    withCollection(noObjects, {
      resource: { ...deploymentResource, id: `${group}.v1.x`, group },
      state: 'live',
      items: new Map(),
    })
  expect(vocabularyOf(noObjects)).toBe('orch')
  expect(vocabularyOf(withGroup('apiextensions.orch.io'))).toBe('orch')
  // A definition may bring a group of the other domain.
  expect(vocabularyOf(withGroup('gateway.networking.k8s.io'))).toBe('orch')
  expect(vocabularyOf(withGroup('apiextensions.k8s.io'))).toBe('kubernetes')
})
