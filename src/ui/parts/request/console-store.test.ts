import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { createSelectionStore } from '#ui/model/selection.ts'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import { createConsole } from './console-store.ts'

useMemoryStorage()

const resource = {
  id: 'apps.v1.deployments',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
}
const web = { resourceId: resource.id, namespace: 'shop', name: 'web' }
const path = '/apis/apps/v1/namespaces/shop/deployments/web'

function trial() {
  const selection = createSelectionStore()
  const collections = new Map([[resource.id, { resource: { ...resource, namespaced: true } }]])
  const send = () => Promise.resolve(new Response('{}', { headers: { [REQUEST_ID_HEADER]: '12' } }))
  const lab = { selection, objects: createStore(() => ({ collections })), send } as unknown as Lab
  return { lab, selection }
}

test('[RC15] the console starts with a read of the selected object, and follows the selection until it is edited', () => {
  const { lab, selection } = trial()
  selection.selectObject(web)
  const { store, change } = createConsole(lab)
  expect(store.getState().draft).toMatchObject({ method: 'GET', path })
  selection.selectObject({ ...web, name: 'cart' })
  expect(store.getState().draft.path).toBe('/apis/apps/v1/namespaces/shop/deployments/cart')
  change((draft) => ({ ...draft, method: 'DELETE' }))
  selection.selectObject(web)
  expect(store.getState().draft.path).toBe('/apis/apps/v1/namespaces/shop/deployments/cart')
})

test('[RC15] without a selected object the console starts at the namespaces', () => {
  const { lab, selection } = trial()
  const { store } = createConsole(lab)
  expect(store.getState().draft.path).toBe('/api/v1/namespaces')
  selection.selectObject(web)
  expect(store.getState().draft.path).toBe(path)
})

test('[RC15] while the inspector shows a request, it goes on to the one that was sent', async () => {
  const { lab, selection } = trial()
  const requests = createConsole(lab)
  requests.send()
  await expect.poll(() => requests.store.getState().answer.type).toBe('received')
  expect(selection.getState().request).toBeNull()
  selection.selectRequest(7)
  requests.send()
  await expect.poll(() => selection.getState().request).toBe(12)
})
