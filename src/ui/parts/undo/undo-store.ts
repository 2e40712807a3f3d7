import { createStore, type StoreApi } from 'zustand/vanilla'
import { Refusal } from '#client/refusal.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { DebugLog, DebugRevision } from '#facts/debug-api.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { getJson } from '#ui/model/api.ts'
import { collectionPath, objectPath } from '#ui/model/discovery.ts'
import type { ClusterState } from '#ui/model/cluster-state.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { type TakenBack, undoChoices } from './undo-stack.ts'
import type { UndoPlan } from './undo-plan.ts'

export interface UndoState {
  readonly taken: readonly TakenBack[]
  /** Describes the last undo or redo in one sentence; `''` before the first. */
  readonly said: string
  /** The refusal of the last undo or redo, which the page may still show; `''` if it succeeded. */
  readonly refused: string
  /** The number of undos and redos that are not finished. */
  readonly pendingCount: number
}

export interface UndoStore {
  readonly store: ReadableStore<UndoState>
  /**
   * Takes back the newest standing write of the acting user. A refusal is shown at the top of the page, until it is dismissed or
   * the next undo or redo succeeds. [UN1]
   */
  undo(): Promise<void>
  /** Takes back the newest undo. [UN3] */
  redo(): Promise<void>
  /** Takes the sentence about the last undo away. */
  dismiss(): void
}

const nothingTaken: UndoState = { taken: [], said: '', refused: '', pendingCount: 0 }

/** Undos and redos run one after the other, in the order of their calls. [UN4] */
export function createUndo(lab: Lab): UndoStore {
  const store = createStore<UndoState>(() => nothingTaken)
  lab.actor.subscribe(({ name }, before) => {
    if (name !== before.name) store.setState({ taken: [], said: '' })
  })
  const countPending = (by: number): void => store.setState(({ pendingCount }) => ({ pendingCount: pendingCount + by }))
  let last: Promise<void> = Promise.resolve()
  const inTurn = async (isRedo: boolean): Promise<void> => {
    countPending(1)
    const mine = last.then(() => takeBack(lab, store, isRedo)).finally(() => countPending(-1))
    last = mine.catch(() => undefined)
    return mine
  }
  return {
    store,
    undo: () => inTurn(false),
    redo: () => inTurn(true),
    dismiss: () => store.setState({ said: '' }),
  }
}

async function takeBack(lab: Lab, store: StoreApi<UndoState>, isRedo: boolean): Promise<void> {
  let row: RevisionRow | undefined
  let entry: TakenBack | null = null
  try {
    await untilRowsAreNewest(lab)
    const { rows } = lab.cluster.getState()
    const choices = undoChoices(rows, store.getState().taken, lab.actor.getState().name)
    const revision = isRedo ? choices.redo : choices.undo
    row = rows.find((one) => one.revision === revision)
    if (row === undefined || revision === null) return
    const taking: TakenBack = { revision, after: rows.at(-1)?.revision ?? revision, isRedo }
    entry = taking
    // Before the request, because the row of the write can arrive before its answer.
    store.setState(({ taken }) => ({ taken: [...taken, taking] }))
    const said = await writeBack(lab, row)
    const { refused } = store.getState()
    if (refused !== '' && lab.overlay.getState().refusal === refused) lab.overlay.dismissRefusal()
    store.setState({ said, refused: '' })
  } catch (error) {
    store.setState(({ taken }) => ({ taken: taken.filter((one) => one !== entry), said: '' }))
    if (!(error instanceof Refusal || error instanceof TypeError)) throw error
    const what = row === undefined ? 'Your last write' : `${row.verb} of ${row.name} (${row.revision})`
    const refused = `${what} was not taken back: ${error.message}`
    store.setState({ refused })
    lab.overlay.showRefusal(refused)
  }
}

/**
 * Waits until the page has every write that the server has published. A write is drawn up to a tenth of a second after its
 * answer; an undo in that time would choose an older write. [UN4] @throws Refusal; TypeError
 */
async function untilRowsAreNewest(lab: Lab): Promise<void> {
  const { generation, published: known } = lab.cluster.getState()
  const { published } = await getJson<DebugLog>(lab.read, `/debug/log?after=${known}&limit=1`)
  const isNewest = (state: ClusterState): boolean => state.published >= published || state.generation !== generation
  if (isNewest(lab.cluster.getState())) return
  await new Promise<void>((resolve) => {
    const stop = lab.cluster.subscribe((state) => {
      if (!isNewest(state)) return
      stop()
      resolve()
    })
  })
}

/** Sends the write that takes back `row`, and says what it did. @throws Refusal; TypeError */
async function writeBack(lab: Lab, row: RevisionRow): Promise<string> {
  const resource = [...lab.objects.getState().collections.values()].find(
    (known) => known.resource.group === row.group && known.resource.resource === row.resource,
  )?.resource
  if (resource === undefined) throw new TypeError(`the server no longer serves ${row.resource}`)
  const path = objectPath(resource, row.namespace, row.name)
  const [revision, live] = [
    await getJson<DebugRevision>(lab.read, `/debug/log/${row.revision}`),
    await readLive(lab, path),
  ]
  // Only with the first undo. [PF6]
  const { undoneWords, undoPlan } = await import('./undo-plan.ts')
  const plan = undoPlan(revision, live)
  if (plan.type === 'refused') throw new TypeError(plan.why)
  const target = plan.type === 'create' ? collectionPath(resource, row.namespace) : path
  const answer = await getJson<ApiObject>(lab.send, `${target}?${managerQuery(lab)}`, requestOf(plan))
  return undoneWords(plan.type, row, answer)
}

async function readLive(lab: Lab, path: string): Promise<ApiObject | null> {
  try {
    return await getJson<ApiObject>(lab.read, path)
  } catch (error) {
    if (error instanceof Refusal && error.status.code === 404) return null
    throw error
  }
}

const managerQuery = (lab: Lab): string =>
  String(new URLSearchParams({ fieldManager: partState(lab, createFieldManager).getState().name }))

const headers = { 'content-type': 'application/json', accept: 'application/json' }

function requestOf(plan: Exclude<UndoPlan, { type: 'refused' }>): RequestInit {
  if (plan.type === 'create') return { method: 'POST', headers, body: JSON.stringify(plan.object) }
  if (plan.type === 'replace') return { method: 'PUT', headers, body: JSON.stringify(plan.object) }
  const preconditions = { uid: plan.uid, resourceVersion: plan.resourceVersion }
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions })
  return { method: 'DELETE', headers, body }
}
