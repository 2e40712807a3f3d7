import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { createSelectionStore } from '#ui/model/selection.ts'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import { emptyDraft, pathProblem, withTarget } from '#ui/exchange/request-draft.ts'
import { clustersStore } from '#ui/parts/clusters/store.ts'
import { createConsole } from './console-store.ts'
import { branchPoint } from './past-write.ts'

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

/** A page that shows the cluster bookshop, at Live or at a revision; `answer` answers the writes of the person. */
function trial({
  at = null,
  answer = () => new Response('{}', { headers: { [REQUEST_ID_HEADER]: '12' } }),
}: Trial = {}) {
  const asked: string[] = []
  const refusals: string[] = []
  const clusters = [{ name: 'bookshop', title: 'bookshop', isDefault: true, origin: { type: 'sample' } }]
  const read = (input: string, init?: RequestInit): Promise<Response> => {
    asked.push(`${init?.method ?? 'GET'} ${input}`)
    if (input === '/clusters/branch/debug/requests')
      return Promise.resolve(Response.json({ requests: [{ id: 12, wrote: 120 }] }))
    return Promise.resolve(Response.json(init?.method === 'POST' ? { name: 'branch' } : { clusters }))
  }
  const selection = createSelectionStore()
  const collections = new Map([[resource.id, { resource: { ...resource, namespaced: true } }]])
  const send = (input: string, init?: RequestInit): Promise<Response> => {
    asked.push(`${init?.method ?? 'GET'} ${input}`)
    return Promise.resolve(answer())
  }
  let shown = collections
  let tell = (): void => undefined
  const objects = {
    getState: () => ({ collections: shown }),
    subscribe: (listener: () => void) => {
      tell = listener
      return () => (tell = () => undefined)
    },
  }
  const showKinds = (kinds: typeof collections): void => {
    shown = kinds
    tell()
  }
  const lab = {
    selection,
    objects,
    cursor: createStore(() => ({ at })),
    overlay: { showRefusal: (message: string) => refusals.push(message) },
    partStates: new Map(),
    send,
    read,
  } as unknown as Lab
  return { lab, selection, collections, showKinds, asked, refusals }
}

interface Trial {
  readonly at?: number | null
  readonly answer?: () => Response
}

test('[RC18] what is no path of the server is not sent, and the reason is gone with the next change', () => {
  const { lab, asked } = trial()
  const requests = createConsole(lab)
  const wrong = [
    '',
    'api/v1',
    '//evil.example/api',
    '/',
    '/nonsense',
    '/api/v1/../..',
    'javascript:alert(1)',
    'https://other.example/api',
  ]
  for (const typed of wrong) {
    requests.change((draft) => withTarget(draft, typed))
    expect(requests.store.getState().problem).toBe('')
    requests.send()
    expect([typed, requests.store.getState().problem]).toEqual([typed, expect.stringMatching(/path/)])
  }
  expect(asked.filter((line) => line.startsWith('GET'))).toEqual([])
  requests.change((draft) => withTarget(draft, '  /version '))
  requests.send()
  expect(asked).toEqual(['GET /version'])
  expect(pathProblem('/recorded/api/v1/configmaps')).toBe('')
  expect(requests.store.getState().problem).toBe('')
})

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

test('[RC15] a page that opens with a selected object reads it as soon as its kind is known', () => {
  const { lab, selection, collections, showKinds } = trial()
  showKinds(new Map())
  selection.selectObject(web)
  const { store } = createConsole(lab)
  expect(store.getState().draft.path).toBe('/api/v1/namespaces')
  showKinds(collections)
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

test('[MC10] a write of the console in the past is the first one of a branch; if it is refused, the branch is deleted', async () => {
  const answer = () => Response.json({ kind: 'Status', message: 'not that way' }, { status: 422 })
  const { lab, asked, refusals } = trial({ at: 119, answer })
  await clustersStore(lab).refresh()
  const requests = createConsole(lab)
  requests.change((draft) => ({ ...draft, method: 'DELETE', path }))
  asked.length = 0
  requests.send()
  await expect.poll(() => refusals.length).toBe(1)
  expect(refusals[0]).toMatch(/No branch was made.*not that way/)
  const changes = asked.filter((each) => !each.startsWith('GET'))
  expect(changes).toEqual(['POST /debug/clusters', `DELETE /clusters/branch${path}`, 'DELETE /debug/clusters/branch'])
  expect(requests.store.getState().answer).toMatchObject({ type: 'received', status: 422 })
})

test('[MC10] the page of the new branch shows the answer to its first write once', async () => {
  const headers = { [REQUEST_ID_HEADER]: '12' }
  const answer = () => Response.json({ kind: 'ConfigMap' }, { status: 201, headers })
  const { lab } = trial({ at: 119, answer })
  await clustersStore(lab).refresh()
  const requests = createConsole(lab)
  requests.change((draft) => ({ ...draft, method: 'POST', path: '/api/v1/namespaces/a/configmaps' }))
  vi.stubGlobal('location', { search: '', pathname: '/', assign: vi.fn() })
  vi.stubGlobal('document', { activeElement: null })
  requests.send()
  await expect.poll(() => localStorage.getItem('orchard.branch/answer')).not.toBeNull()
  vi.stubGlobal('location', { search: '?cluster=branch' })
  const opened = (): unknown => createConsole(trial().lab).store.getState().answer
  expect(opened()).toMatchObject({
    status: 201,
    target: '/api/v1/namespaces/a/configmaps',
    body: '{"kind":"ConfigMap"}',
    requestId: 0,
    trace: { id: 12, wrote: 120 },
  })
  expect(opened()).toEqual({ type: 'none' })
})

test('[MC10] reads, reviews, dry runs and requests at Live make no branch', async () => {
  const past = trial({ at: 119 })
  await clustersStore(past.lab).refresh()
  const draft = { ...emptyDraft, method: 'POST', path: '/api/v1/namespaces' } as const
  expect(branchPoint(past.lab, draft)).toBe(119)
  expect(branchPoint(past.lab, { ...draft, method: 'GET' })).toBeNull()
  expect(branchPoint(past.lab, { ...draft, path: '/debug/compact' })).toBeNull()
  expect(branchPoint(past.lab, { ...draft, query: [{ name: 'dryRun', value: 'All' }] })).toBeNull()
  const review = '/apis/authorization.orch.io/v1/selfsubjectaccessreviews'
  expect(branchPoint(past.lab, { ...draft, path: review })).toBeNull()
  const live = trial()
  await clustersStore(live.lab).refresh()
  expect(branchPoint(live.lab, draft)).toBeNull()
})

test('[RC17] a watch stays open behind the next request until it is closed; a sixth closes the oldest', async () => {
  const ended: number[] = []
  let count = 0
  const { lab } = trial({
    answer: () => {
      const number = (count += 1)
      return new Response(new ReadableStream({ cancel: () => void ended.push(number) }))
    },
  })
  const requests = createConsole({ ...lab, send: withSignal(lab.send) })
  const isOpen = (): boolean => {
    const { answer } = requests.store.getState()
    return answer.type === 'received' && answer.state === 'open'
  }
  requests.change((draft) => ({ ...draft, query: [{ name: 'watch', value: '1' }] }))
  requests.send()
  await vi.waitFor(() => expect(isOpen()).toBe(true))
  requests.send()
  expect(requests.store.getState().behind).toBe(1)
  for (let more = 0; more < 5; more += 1) {
    await vi.waitFor(() => expect(isOpen()).toBe(true))
    requests.send()
  }
  await vi.waitFor(() => expect(ended).toEqual([1]))
  expect(requests.store.getState().behind).toBe(5)
  await vi.waitFor(() => expect(isOpen()).toBe(true))
  requests.closeBehind()
  await vi.waitFor(() => expect(requests.store.getState().behind).toBe(0))
  expect(ended).toEqual([1, 2, 3, 4, 5, 6])
  expect(isOpen()).toBe(true)
})

/** Ends the body of an answer when the request is cut, as the browser's `fetch` does. */
function withSignal(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { body, status } = await send(input, init)
    const ending = new TransformStream<Uint8Array, Uint8Array>()
    const signal = init?.signal ?? undefined
    body?.pipeTo(ending.writable, signal === undefined ? {} : { signal }).catch(() => undefined)
    return new Response(ending.readable, { status })
  }
}
