import { expect, test } from 'vitest'
import type { ObjectView } from '#ui/model/object-view.ts'
import { completePath } from './path-completion.ts'

const resource = (name: string, kind: string, namespaced: boolean) => ({
  id: `v1.${name}`,
  group: '',
  version: 'v1',
  resource: name,
  kind,
  namespaced,
  verbs: ['get', 'list'],
  shortNames: [],
})
const item = (name: string, namespace?: string) => ({
  metadata: { name, ...(namespace === undefined ? {} : { namespace }), resourceVersion: '7' },
})
const view: ObjectView = {
  at: null,
  discovered: true,
  groups: new Map([
    [
      'v1.namespaces',
      {
        resource: resource('namespaces', 'Namespace', false),
        state: 'live',
        items: new Map([['/shop', item('shop')]]),
      },
    ],
    [
      'v1.pods',
      { resource: resource('pods', 'Pod', true), state: 'live', items: new Map([['shop/web', item('web', 'shop')]]) },
    ],
  ]),
}
const paths = (typed: string) => completePath(typed, view).map(({ path }) => path)

test('an empty path is completed with roots and collections, the shortest first, at most 12', () => {
  const found = paths('/')
  expect(found.slice(0, 2)).toEqual(['/api', '/apis'])
  expect(found).toHaveLength(12)
})

test('a collection is completed with and without a namespace, then with its objects', () => {
  expect(paths('/api/v1/po')).toEqual(['/api/v1/pods'])
  expect(paths('/api/v1/namespaces/shop/')).toEqual([
    '/api/v1/namespaces/shop/pods',
    '/api/v1/namespaces/shop/pods/web',
  ])
  expect(completePath('/api/v1/namespaces/shop/pods/', view)).toEqual([
    { path: '/api/v1/namespaces/shop/pods/web', label: 'web', note: 'Pod, at 7', kind: 'Pod', group: '' },
  ])
})

test('a complete path and an unknown one have no completion', () => {
  expect(paths('/api/v1/namespaces/shop/pods/web')).toEqual([])
  expect(paths('/nothing')).toEqual([])
})
