import { expect, test } from 'vitest'
import type { Status } from '#api/status.ts'
import { refusedAction } from './refused-action.ts'

const carol = { name: 'carol', groups: ['shop:viewers'] }
const status = (message: string, more: Partial<Status> = {}): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  reason: 'Forbidden',
  code: 403,
  message,
  details: { name: 'web' },
  ...more,
})
const prefix = 'deployments.apps "web" is forbidden: '

test('[EX4] the refused action is read from the server’s message', () => {
  const inShop = `${prefix}User "carol" cannot update resource "deployments" in API group "apps" in the namespace "shop"`
  expect(refusedAction(status(inShop), carol)).toMatchObject({
    user: { name: 'carol', groups: ['shop:viewers'] },
    verb: 'update',
    group: 'apps',
    resource: 'deployments',
    subresource: '',
    namespace: 'shop',
    name: 'web',
  })
  const scale = `${prefix}User "carol" cannot patch resource "deployments/scale" in API group "apps" at the cluster scope: x`
  expect(refusedAction(status(scale), carol)).toMatchObject({ subresource: 'scale', namespace: '' })
})

test('[EX4] other refusals, and those of another user, have no action', () => {
  const ofBob = `${prefix}User "bob" cannot update resource "deployments" in API group "apps" in the namespace "shop"`
  expect(refusedAction(status(ofBob), carol)).toBeNull()
  expect(refusedAction(status('exceeded quota'), carol)).toBeNull()
  expect(refusedAction(status(ofBob, { code: 404 }), { name: 'bob', groups: [] })).toBeNull()
  expect(
    refusedAction(status('User "a\\" cannot get resource "pods" in API group "" at the cluster scope'), carol),
  ).toBeNull()
})
