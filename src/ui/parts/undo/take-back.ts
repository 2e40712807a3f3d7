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
import { type TakenBack, undoChoices } from './undo-stack.ts'
import { type UndoPlan, undoneWords, undoPlan } from './undo-plan.ts'
import { nothingKept, type UndoChanges } from './undo-store.ts'

/** Takes back the newest standing write of the acting user, or the newest undo; says what it did, or why it did not. [UN1] */
export async function takeBack(lab: Lab, store: UndoChanges, isRedo: boolean): Promise<void> {
  let row: RevisionRow | undefined
  let entry: TakenBack | null = null
  try {
    await untilRowsAreNewest(lab)
    const { rows } = lab.cluster.getState()
    const choices = undoChoices(rows, store.getState().taken, lab.actor.getState().name)
    const revision = isRedo ? choices.redo : choices.undo
    row = rows.find((one) => one.revision === revision)
    if (row === undefined || revision === null) return sayNothingKept(lab, store, isRedo)
    const taking: TakenBack = { revision, after: rows.at(-1)?.revision ?? revision, isRedo }
    entry = taking
    // Before the request, because the row of the write can arrive before its answer.
    store.change({ taken: [...store.getState().taken, taking] })
    const said = await writeBack(lab, row)
    const { refused } = store.getState()
    if (refused !== '' && lab.overlay.getState().refusal === refused) lab.overlay.dismissRefusal()
    store.change({ said, refused: '' })
  } catch (error) {
    store.change({ taken: store.getState().taken.filter((one) => one !== entry), said: '' })
    if (!(error instanceof Refusal || error instanceof TypeError)) throw error
    const what = row === undefined ? 'Your last write' : `${row.verb} of ${row.name} (${row.revision})`
    const refused = `${what} was not taken back: ${error.message}`
    store.change({ refused })
    lab.overlay.showRefusal(refused)
  }
}

/** Says that the write to take back may have expired with its history. [UN2] */
function sayNothingKept(lab: Lab, store: UndoChanges, isRedo: boolean): void {
  if (!isRedo && lab.cluster.getState().compacted > 0) store.change({ said: nothingKept(lab.actor.getState().name) })
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
