import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { deploymentResource as resource } from '#testing/found-resources.ts'
import { intentsOf, pathText } from './intents.ts'
import { patchText, textProblem } from './patch-text.ts'
import { patchesOf, patchKinds } from './patches.ts'
import { chosenIntent } from './store.ts'
import { didWords, isShown, shownLines, shownPath } from './what-changed.ts'

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
const answered = {
  request: { method: 'PATCH', target: '', body: '', contentType: '' },
  code: 200,
  type: '',
  warning: '',
  id: 0,
  text: '',
  object: web,
  status: null,
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

test('[PQ1] a patch is printed as one writes it, and reads as the same patch', () => {
  const add = patchesOf(intent('add'), place)
  expect(patchText('merge', add.merge)).toBe(
    `{"spec": {"template": {"spec": {
  "containers": [{
    "name": "web",
    "env": [{
      "name": "B_2",
      "value": "1"
    }]
  }]
}}}}`,
  )
  expect(patchText('apply', add.apply)).toContain('      containers:\n        - name: web\n')
  for (const kind of ['json', 'merge', 'strategic'] as const)
    expect(JSON.parse(patchText(kind, add[kind]))).toEqual(add[kind])
  for (const { id } of patchKinds) expect(textProblem(id, patchText(id, add[id]))).toBe('')
  expect(patchText('merge', { a: [], b: {}, c: null })).toBe('{\n  "a": [],\n  "b": {},\n  "c": null\n}')
})

test('[PQ4] a text that is no patch of its kind says what such a patch is', () => {
  expect(textProblem('merge', 'null')).toContain('A merge patch is an object')
  expect(textProblem('strategic', '[]')).toContain('A strategic merge patch is an object')
  expect(textProblem('json', '{"spec":{}}')).toContain('A JSON patch is a list')
  expect(textProblem('json', '[1]')).toContain('A JSON patch is a list')
  expect(textProblem('merge', '{"a":')).not.toBe('')
  expect(textProblem('apply', '- a')).toBe('Line 1: an object is a mapping of fields.')
  expect(textProblem('apply', 'a: 1\n---\nb: 2\n')).toContain('a second document')
  expect(textProblem('apply', '{')).toMatch(/^Line [12]: /)
})

test('[PQ2] the part of the object around the field is compared line by line, and the change said in words', () => {
  const add = intent('add')
  expect(pathText(shownPath(add.path))).toBe('spec.template.spec.containers')
  expect(isShown(add, 'spec.template.spec.containers[web].image')).toBe(true)
  expect(isShown(add, 'spec.replicas')).toBe(false)
  const set = intent('set')
  const scaled: ApiObject = { ...web, spec: { replicas: 3 } }
  expect(shownLines(set, web, scaled).map((line) => `${line?.type} ${line?.text}`)).toEqual([
    'removed replicas: 2',
    'added replicas: 3',
  ])
  const stored = (object: ApiObject) => ({ first: { ...answered, object }, after: object })
  expect(didWords(set, stored(scaled))).toBe('the field has the new value')
  expect(didWords(intent('null'), stored(scaled))).toBe('the field is 3, its default')
  expect(didWords(intent('null'), stored({ ...web, spec: {} }))).toBe('the field is gone')
  expect(didWords(intent('remove'), stored(web))).toBe('the entry is still there')
  expect(didWords(intent('reorder'), stored(web))).toBe('the list keeps its order')
})
