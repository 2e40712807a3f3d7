import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { deploymentResource as resource } from '#testing/found-resources.ts'
import { intentsOf, pathText } from './intents.ts'
import { patchesOf } from './patches.ts'
import { chosenIntent } from './store.ts'

const banner = { name: 'BANNER', value: 'Autumn' }
const web: ApiObject = {
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    replicas: 2,
    template: {
      spec: { containers: [{ name: 'web', image: 'bookshop/web:2.4.1', env: [banner, { name: 'B', value: '1' }] }] },
    },
  },
}
const place = { resource, name: 'web', namespace: 'shop' }
const intent = (kind: string) => {
  const found = intentsOf(web).find((one) => one.kind === kind)
  if (found === undefined) throw new Error(kind)
  return found
}
const inContainer = (env: unknown) => ({ spec: { template: { spec: { containers: [{ name: 'web', env }] } } } })

test('[PQ1] an object proposes one intent of each kind; lists inside of lists come first', () => {
  expect(intentsOf(web).map(({ kind, path }) => `${kind} ${pathText(path)}`)).toEqual([
    'set spec.replicas',
    'add spec.template.spec.containers[web].env',
    'remove spec.template.spec.containers[web].env',
    'reorder spec.template.spec.containers[web].env',
    'null spec.replicas',
  ])
  expect(intentsOf({ metadata: { name: 'empty' } })).toEqual([])
})

test('[PQ1] the address names an intent; another text is the first one that fits', () => {
  const kindOf = (text: string) => chosenIntent(intentsOf(web), text)?.kind
  expect(['reorder', 'null', '', 'a text', 'toString'].map(kindOf)).toEqual(['reorder', 'null', 'add', 'add', 'add'])
  expect(chosenIntent(intentsOf({ metadata: { name: 'empty' } }), 'add')).toBeUndefined()
})

test('[PQ1] four patches say the same intent, each in its own way', () => {
  const b2 = { name: 'B_2', value: '1' }
  const add = patchesOf(intent('add'), place)
  expect(add.json).toEqual([{ op: 'add', path: '/spec/template/spec/containers/0/env/-', value: b2 }])
  expect(add.merge).toEqual(inContainer([b2]))
  expect(add.strategic).toEqual(add.merge)
  expect(add.apply).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    ...inContainer([b2]),
  })
  const remove = patchesOf(intent('remove'), place)
  expect(remove.json).toEqual([{ op: 'remove', path: '/spec/template/spec/containers/0/env/0' }])
  expect(remove.merge).toEqual(inContainer([{ name: 'B', value: '1' }]))
  expect(remove.strategic).toEqual(inContainer([{ $patch: 'delete', name: 'BANNER' }]))
  const order = [{ name: 'B' }, { name: 'BANNER' }]
  expect(patchesOf(intent('reorder'), place).strategic).toEqual({
    spec: { template: { spec: { containers: [{ name: 'web', '$setElementOrder/env': order, env: order }] } } },
  })
  expect(patchesOf(intent('set'), place).merge).toEqual({ spec: { replicas: 3 } })
  expect(patchesOf(intent('null'), place).json).toEqual([{ op: 'replace', path: '/spec/replicas', value: null }])
})
