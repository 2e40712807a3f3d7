import { expect, test } from 'vitest'
import { structSchema } from './kind-schema.ts'

test('[SC1] a kind has kind, apiVersion and metadata first and its fields in the order of their declaration', () => {
  expect([...structSchema('core.v1.ConfigMap').fields.keys()]).toEqual([
    'kind',
    'apiVersion',
    'metadata',
    'immutable',
    'data',
    'binaryData',
  ])
  expect([...structSchema('core.v1.ServiceSpec').fields.keys()].slice(0, 4)).toEqual([
    'ports',
    'selector',
    'clusterIP',
    'clusterIPs',
  ])
})

test('[SC1] fields of an inlined struct belong to the outer struct', () => {
  const volume = structSchema('core.v1.Volume')
  expect(volume.fields.get('configMap')?.schema).toBe(structSchema('core.v1.ConfigMapVolumeSource'))
  expect(volume.fields.has('(inline)')).toBe(false)
})

test('[SC1] every type of the facts compiles, including recursive types', () => {
  const props = structSchema('apiextensions.v1.JSONSchemaProps')
  const properties = props.fields.get('properties')?.schema
  expect(properties?.type === 'map' && properties.values).toBe(props)
  expect(() => structSchema('core.v1.Nothing')).toThrow('no field facts')
})

test('[SC1] list types, keys and patch strategies are properties of the list schema', () => {
  expect(structSchema('core.v1.PodSpec').fields.get('containers')?.schema).toMatchObject({
    type: 'list',
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  expect(structSchema('apps.v1.DeploymentSpec').fields.get('strategy')?.schema).toMatchObject({
    patchStrategy: ['retainKeys'],
  })
})
