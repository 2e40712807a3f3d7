import { expect, test } from 'vitest'
import type { ViewGroup } from '#ui/model/object-view.ts'
import { firstObject } from './first-selection.ts'

const group = (kind: string, namespaced: boolean, ...names: readonly string[]) =>
  ({
    resource: { kind, namespaced },
    items: new Map(names.map((name) => [name, { metadata: { name, namespace: 'shop' } }])),
  }) as unknown as ViewGroup

test('a new page selects the Deployment `web`, else a Deployment, else a namespaced object, else any', () => {
  const chosen = (...groups: readonly (readonly [string, ViewGroup])[]) => firstObject(new Map(groups))?.name
  const node = ['nodes', group('Node', false, 'n1')] as const
  const pods = ['pods', group('Pod', true, 'p1')] as const
  const deployments = ['deployments', group('Deployment', true, 'cart', 'web')] as const
  expect(chosen(node, pods, deployments)).toBe('web')
  expect(chosen(node, ['deployments', group('Deployment', true, 'cart')])).toBe('cart')
  expect(chosen(node, pods)).toBe('p1')
  expect(chosen(node)).toBe('n1')
  expect(chosen(['pods', group('Pod', true)])).toBeUndefined()
})
