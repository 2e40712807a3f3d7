import { expect, test } from 'vitest'
import { apiextensionsV1 } from './schemas/apiextensions-v1.ts'
import { appsV1 } from './schemas/apps-v1.ts'
import { coreV1 } from './schemas/core-v1.ts'

test('[SC1] a kind has kind, apiVersion and metadata first and its fields in the order of their declaration', () => {
  expect([...coreV1.schema('ConfigMap').fields.keys()]).toEqual([
    'kind',
    'apiVersion',
    'metadata',
    'immutable',
    'data',
    'binaryData',
  ])
  expect([...coreV1.schema('ServiceSpec').fields.keys()].slice(0, 4)).toEqual([
    'ports',
    'selector',
    'clusterIP',
    'clusterIPs',
  ])
})

test('[SC1] fields of an inlined struct belong to the outer struct', () => {
  const volume = coreV1.schema('Volume')
  expect(volume.fields.get('configMap')?.schema).toBe(coreV1.schema('ConfigMapVolumeSource'))
  expect(volume.fields.has('(inline)')).toBe(false)
})

test('[SC1] every type of the facts compiles, including recursive types', () => {
  const props = apiextensionsV1.schema('JSONSchemaProps')
  const properties = props.fields.get('properties')?.schema
  expect(properties?.type === 'map' && properties.values).toBe(props)
  expect(() => coreV1.schema('Nothing')).toThrow('no field facts')
})

test('[SC1] list types, keys and patch strategies are properties of the list schema', () => {
  expect(coreV1.schema('PodSpec').fields.get('containers')?.schema).toMatchObject({
    type: 'list',
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  expect(appsV1.schema('DeploymentSpec').fields.get('strategy')?.schema).toMatchObject({
    patchStrategy: ['retainKeys'],
  })
})
