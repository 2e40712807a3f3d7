import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Lab } from '#ui/lab/lab.ts'
import { SentRequests } from '#ui/model/sent-requests.ts'
import { recordStore } from './store.ts'

const path = '/api/v1/namespaces/default/configmaps/a'
const body = '{"data":{"a":"1"}}'
const sent = {
  method: 'PATCH',
  target: path,
  headers: [['content-type', 'application/merge-patch+json']],
  body,
} as const
const listed = (id: number, method: string, actor = 'alice') => ({
  id,
  method,
  actor,
  url: `http://orchard${path}`,
  verb: method === 'GET' ? 'get' : 'patch',
  status: 200,
  wrote: 0,
})

function labWith(...requests: ReturnType<typeof listed>[]) {
  const listing = createStore<{ requests: typeof requests; add(request: ReturnType<typeof listed>): void }>((set) => ({
    requests,
    add: (request) => set(({ requests: known }) => ({ requests: [...known, request] })),
  }))
  const sentRequests = new SentRequests()
  const lab = {
    cluster: listing,
    sentRequests,
    terminal: null,
    partStates: new Map(),
    actor: createStore(() => ({ name: 'alice' })),
    read: () => Promise.resolve(new Response('{"items":[]}')),
  } as unknown as Lab
  return { store: recordStore(lab), list: listing.getState().add, sentRequests }
}

test('[RCD11] requests that are listed or answered while the sheet is open get their default, and the choice stays', async () => {
  const { store, list, sentRequests } = labWith(listed(1, 'GET'), listed(2, 'GET', 'mira'))
  store.start()
  const stop = store.follow()
  const ticked = () => [...store.getState().ticked]
  expect(ticked()).toEqual([1])
  store.toggle(1)
  store.toggle(2)
  list(listed(3, 'PATCH'))
  // Its body is known only with its answer.
  expect(ticked()).toEqual([2])
  sentRequests.keep(3, sent)
  expect(ticked()).toEqual([2, 3])
  sentRequests.keep(4, sent)
  expect(store.getState().exchanges.map(({ id }) => id)).toEqual([1, 2, 3])
  list(listed(4, 'PATCH'))
  expect(ticked()).toEqual([2, 3, 4])
  await vi.waitFor(() => expect(store.getState().text).toContain('configmaps'))
  stop()
  list(listed(5, 'GET'))
  expect(ticked()).toEqual([2, 3, 4])
  store.start()
  expect(ticked()).toEqual([1, 3, 4, 5])
})
