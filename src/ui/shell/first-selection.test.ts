import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { configMapResource } from '#testing/found-resources.ts'
import type { ViewGroup } from '#ui/model/object-view.ts'
import { decideFirst, firstObject } from './first-selection.ts'

const groupOf = (kind: string, namespaced: boolean, objects: readonly ApiObject[]): ViewGroup => ({
  resource: { ...configMapResource, kind, namespaced },
  state: 'live',
  items: new Map(objects.map((object) => [object.metadata.name ?? '', object])),
})

const group = (kind: string, namespaced: boolean, ...names: readonly string[]): ViewGroup =>
  groupOf(
    kind,
    namespaced,
    names.map((name) => ({ metadata: { name, namespace: 'shop' } })),
  )

test('[UI26] a new page selects the Deployment `web`, else a Deployment, else the newest object, but none of the server', () => {
  const chosen = (...groups: readonly (readonly [string, ViewGroup])[]) => firstObject(new Map(groups))?.name
  const node = ['nodes', group('Node', false, 'n1')] as const
  const pods = ['pods', group('Pod', true, 'p1')] as const
  const deployments = ['deployments', group('Deployment', true, 'cart', 'web')] as const
  expect(chosen(node, pods, deployments)).toBe('web')
  expect(chosen(node, ['deployments', group('Deployment', true, 'cart')])).toBe('cart')
  expect(chosen(node, pods)).toBe('p1')
  expect(chosen(node)).toBe('n1')
  expect(chosen(['pods', group('Pod', true)])).toBeUndefined()
  const at = (creationTimestamp: string, kind: string, name: string) =>
    [kind, groupOf(kind, kind === 'RoleBinding', [{ metadata: { name, creationTimestamp } }])] as const
  const own = at('2026-01-01T00:00:00Z', 'RoleBinding', 'system:signer')
  expect(chosen(own, at('2026-01-01T01:00:00Z', 'Namespace', 'shop'))).toBe('shop')
  expect(chosen(at('2026-01-01T00:00:00Z', 'Namespace', 'default'), own)).toBe('default')
})

test('[UI26] a slow list of Deployments is waited for, and those of other kinds are not', () => {
  const loading = (kind: string, namespaced = true) => ({ ...group(kind, namespaced), state: 'loading' as const })
  const decided = (isLate: boolean, ...groups: readonly (readonly [string, ViewGroup])[]) =>
    decideFirst(new Map(groups), isLate)?.name
  const pods = ['pods', group('Pod', true, 'p1')] as const
  const deployments = ['deployments', group('Deployment', true, 'web')] as const
  const slow = ['deployments', loading('Deployment')] as const
  expect(decided(false, pods, slow)).toBeUndefined()
  expect(decided(true, pods, slow)).toBeUndefined()
  expect(decided(false, ['pods', loading('Pod')], deployments)).toBe('web')
  const none = ['deployments', group('Deployment', true)] as const
  expect(decided(false, pods, ['jobs', loading('Job')], none)).toBeUndefined()
  expect(decided(true, pods, ['jobs', loading('Job')], none)).toBe('p1')
  expect(decided(false, pods, none)).toBe('p1')
})
