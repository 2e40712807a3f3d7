import { expect, test } from 'vitest'
import { matchesFilter, treeRows } from './object-rows.ts'

test('[UI10] the filter matches names, labels and fields, and only own properties', () => {
  const object = {
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
    spec: { replicas: 3 },
  }
  const yes = ['we', 'app=web', 'app', 'spec.replicas=3', 'shop', 'deploy', 'app!=cart', 'web app=web']
  const no = ['cart', 'app=cart', 'spec.replicas=4', '__proto__', 'constructor', 'spec.constructor=x', 'app!=web']
  expect(yes.map((word) => matchesFilter(object, 'Deployment', word))).toEqual(yes.map(() => true))
  expect(no.map((word) => matchesFilter(object, 'Deployment', word))).toEqual(no.map(() => false))
})

test('[UI10] kinds without objects are hidden, the namespace filters, folded kinds keep their count', () => {
  const resource = (kind: string) => ({
    id: `v1.${kind}`,
    group: '',
    version: 'v1',
    resource: kind,
    kind,
    namespaced: true,
    verbs: [],
    shortNames: [],
  })
  const items = (...names: string[]) =>
    new Map(names.map((name) => [name, { metadata: { name, namespace: name === 'x' ? 'staging' : 'shop' } }]))
  const view = {
    at: null,
    discovered: true,
    groups: new Map([
      ['v1.Secret', { resource: resource('Secret'), state: 'live' as const, items: items() }],
      ['v1.Pod', { resource: resource('Pod'), state: 'live' as const, items: items('b', 'a', 'x') }],
    ]),
  }
  const tree = (more = {}) =>
    treeRows({ view, namespace: '', filter: '', closed: new Set(), ...more }).map((line) =>
      line.type === 'kind' ? `${line.resource.kind} ${line.count}` : line.object.metadata.name,
    )
  expect(tree()).toEqual(['Pod 3', 'a', 'b', 'x'])
  expect(tree({ namespace: 'staging' })).toEqual(['Pod 1', 'x'])
  expect(tree({ closed: new Set(['v1.Pod']) })).toEqual(['Pod 3'])
})

test('[PF5] after a change the rows are those of a new tree, and rows that did not change are the same', () => {
  const resource = {
    id: 'v1.Pod',
    group: '',
    version: 'v1',
    resource: 'pods',
    kind: 'Pod',
    namespaced: true,
    verbs: [],
    shortNames: [],
  }
  const pod = (name: string, resourceVersion = '1') => ({ metadata: { name, namespace: 'shop', resourceVersion } })
  const tree = (items: readonly ReturnType<typeof pod>[], of = resource) =>
    treeRows({
      view: {
        groups: new Map([
          [
            'v1.Pod',
            { resource: of, state: 'live', items: new Map(items.map((one) => [`shop/${one.metadata.name}`, one])) },
          ],
        ]),
      },
      namespace: '',
      filter: '',
      closed: new Set(),
    })
  const [a, b, c, d] = [pod('a'), pod('b'), pod('c'), pod('d')]
  const versions = [[c, a, d], [c, a, pod('d', '2')], [c, a, b, d], [b, d], [pod('e'), b, pod('aa'), d], []]
  for (const items of versions) expect(tree(items)).toEqual(tree(items, { ...resource }))
  const first = tree([c, a, d])
  const second = tree([c, a, pod('d', '2')])
  expect(second.map((row, at) => row === first[at])).toEqual([true, true, true, false])
})
