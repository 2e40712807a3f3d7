import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { type ClusterState, emptyCluster } from '#ui/model/cluster-state.ts'
import { configMapRow } from '#testing/revision-rows.ts'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import { createOverlayStore } from '#ui/model/overlay.ts'
import { createUndo } from './undo-store.ts'

useMemoryStorage()

const resource = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true }

/** A server of one ConfigMap, and a page whose rows appear only when `draw` is called, as on its rail. */
function trial() {
  const versions: ApiObject[] = []
  const rows: RevisionRow[] = []
  const write = (data: Readonly<Record<string, string>>): ApiObject => {
    const revision = versions.length + 1
    const metadata = { name: 'a', namespace: 'shop', uid: 'u1', resourceVersion: String(revision) }
    const object: ApiObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data }
    versions.push(object)
    rows.push(configMapRow(revision, { verb: revision === 1 ? 'create' : 'update' }))
    return object
  }
  const answer = (path: string): unknown => {
    const revision = Number(/^\/debug\/log\/([0-9]+)$/.exec(path)?.[1])
    if (revision > 0) return { before: versions[revision - 2] ?? null, after: versions[revision - 1] }
    return path.startsWith('/debug/log?') ? { rows: [], published: rows.length, compacted: 0 } : versions.at(-1)
  }
  const refusals: string[] = []
  const overlay = createOverlayStore()
  overlay.subscribe(({ refusal }) => refusal !== '' && refusals.push(refusal))
  const cluster = createStore<ClusterState & { draw(): void; expire(): void }>((set) => ({
    ...emptyCluster,
    expire: () => set({ compacted: 5 }),
    draw: () => set({ rows: [...rows], published: rows.length }),
  }))
  const lab = {
    cluster,
    partStates: new Map(),
    actor: createStore(() => ({ name: 'alice', groups: [] })),
    objects: createStore(() => ({ collections: new Map([['v1.configmaps', { resource }]]) })),
    overlay,
    read: async (path: string) => Response.json(answer(path)),
    send: async (_: string, { body }: { body: string }) =>
      Response.json(write((JSON.parse(body) as { data: Record<string, string> }).data)),
  } as unknown as Lab
  const colour = (): unknown => versions.at(-1)?.['data']
  const shown = () => overlay.getState().refusal
  const { draw, expire } = cluster.getState()
  return { expire, undo: createUndo(lab), shown, write, draw, colour, refusals, count: () => versions.length }
}

test('[UN2] where the history of a write may have expired, undo says that none is kept', async () => {
  const { undo, expire } = trial()
  await undo.undo()
  expect(undo.store.getState().said).toBe('')
  expire()
  await undo.undo()
  expect(undo.store.getState().said).toBe('The kept history has no write of alice.')
})

test('[UN4] an undo before the page has drawn the last write takes back that write, not an older one', async () => {
  const { undo, write, draw, colour, refusals } = trial()
  write({ colour: 'green' })
  draw()
  write({ colour: 'violet' })
  const undone = undo.undo()
  draw()
  await undone
  expect(colour()).toEqual({ colour: 'green' })
  expect(refusals).toEqual([])
})

test('[UN4] undo, redo and undo in one moment run in this order', async () => {
  const { undo, write, draw, colour, refusals, count } = trial()
  write({ colour: 'green' })
  write({ colour: 'violet' })
  draw()
  const all = Promise.all([undo.undo(), undo.redo(), undo.undo()])
  expect(undo.store.getState().pendingCount).toBe(3)
  // The page draws each write some time after its answer.
  const stop = undo.store.subscribe(({ said }, before) => said !== before.said && queueMicrotask(draw))
  await all
  stop()
  expect(refusals).toEqual([])
  expect([colour(), count()]).toEqual([{ colour: 'green' }, 5])
  expect(undo.store.getState().pendingCount).toBe(0)
})

test('[UN2] a refused undo is not remembered as taken back', async () => {
  const { undo, write, draw, refusals } = trial()
  write({ colour: 'green' })
  write({ colour: 'green' })
  draw()
  await undo.undo()
  expect(undo.store.getState().said).toBe('')
  expect(refusals).toEqual(['update of a (2) was not taken back: it changed nothing'])
  expect(undo.store.getState().taken).toEqual([])
})

test('[UN1] a refusal stays until the next undo that succeeds', async () => {
  const { undo, write, draw, shown } = trial()
  write({ colour: 'green' })
  write({ colour: 'green' })
  draw()
  await undo.undo()
  expect(shown()).toContain('was not taken back')
  write({ colour: 'violet' })
  draw()
  await undo.undo()
  expect(shown()).toBe('')
})
