import { isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { createYamlStore, draftKey } from '#ui/exchange/draft-store.ts'
import { expireHistory, openDock, openWork, returnToLive } from '#ui/lab/actions.ts'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { people } from '#ui/model/actor.ts'
import { getJson } from '#ui/model/api.ts'
import { collectionPath } from '#ui/model/discovery.ts'
import { clockText } from '#ui/model/words.ts'
import type { Lane } from '#ui/parts/watches/lanes-state.ts'
import { createLanesPart } from '#ui/parts/watches/lanes-part.ts'
import { web, webOf } from './tour-object.ts'

/* The actions that the tour performs for the person. Each is a request or a command that the person could give. */

const webPath = '/apis/apps/v1/namespaces/shop/deployments/web'

/** Selects the Deployment at Live, and returns it with its number of replicas. */
function takeWeb(lab: Lab): { readonly object: ApiObject; readonly replicas: number } | null {
  const object = webOf(lab)
  const spec = object?.['spec']
  if (object === undefined || spec === undefined || !isObject(spec)) return null
  returnToLive(lab)
  lab.selection.selectObject(web)
  openWork(lab, 'yaml')
  return { object, replicas: typeof spec['replicas'] === 'number' ? spec['replicas'] : 1 }
}

const patch = (send: typeof fetch, manager: string, body: object): Promise<unknown> =>
  getJson(send, `${webPath}?fieldManager=${encodeURIComponent(manager)}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(body),
  })

/** Scales the Deployment up by one replica, as the person. @throws Refusal */
export async function scaleUp(lab: Lab): Promise<void> {
  const taken = takeWeb(lab)
  if (taken === null) return
  const manager = partState(lab, createFieldManager).getState().name
  await patch(lab.send, manager, { spec: { replicas: taken.replicas + 1 } })
}

/** Edits the Deployment, lets bob write it, and sends the edit, which is then based on an old version. @throws Refusal */
export async function loseRace(lab: Lab): Promise<void> {
  const taken = takeWeb(lab)
  const bob = people.find(({ name }) => name === 'bob')
  if (taken === null || bob === undefined) return
  const [{ updateObject }, { toYamlText }] = await Promise.all([
    import('#ui/exchange/write-object.ts'),
    import('#ui/texts/yaml-text.ts'),
  ])
  const { object: base, replicas } = taken
  const spec = isObject(base['spec']) ? base['spec'] : {}
  const text = toYamlText({ ...base, spec: { ...spec, replicas: replicas + 1 } })
  const store = partState(lab, createYamlStore)
  store.setDraft(draftKey(web), { text, base })
  const note = `by bob at ${clockText(lab.clock.store.getState().nowMs)}`
  await patch(lab.sendAs(bob), 'dashboard', { metadata: { annotations: { 'shop.example/reviewed': note } } })
  await updateObject({ lab, store, ref: web }, text)
}

/** Shows the page as it was some writes ago. */
export function lookBack(lab: Lab): void {
  const { rows } = lab.cluster.getState()
  const row = rows[Math.max(0, rows.length - 8)]
  if (row !== undefined) lab.time.travel(row.revision)
}

/**
 * Returns the revision up to which history has to expire so that a watch which stopped at `lastVersion` gets 410;
 * `undefined` if that would expire too much.
 */
export function expiryFor(
  rows: readonly { readonly revision: number }[],
  compacted: number,
  lastVersion: number,
): number | undefined {
  const next = rows.findIndex(({ revision }) => revision > lastVersion)
  // At most half of the kept history: the tour leaves something to look at.
  return lastVersion < compacted || next < 0 || next > rows.length / 2 ? undefined : rows[next]?.revision
}

/** A watch that stopped, with the revision up to which history has to expire so that it gets 410. */
interface Stopped {
  readonly lane: Lane
  readonly to: number
}

/** Returns the newest watch of the person that stopped early in the kept history. */
function stoppedLane(lab: Lab): Stopped | undefined {
  const { lanes } = partState(lab, createLanesPart).store.getState()
  const { rows, compacted } = lab.cluster.getState()
  const stopped = lanes.flatMap((lane): readonly Stopped[] => {
    const to = lane.state === 'cut' ? expiryFor(rows, compacted, Number(lane.lastVersion)) : undefined
    return to === undefined ? [] : [{ lane, to }]
  })
  return stopped.at(-1)
}

/** Opens a watch on the collection of the oldest kept write, whose client loses its connection after one event. */
function cutWatch(lab: Lab): void {
  returnToLive(lab)
  openDock(lab, 'watches')
  const { rows, compacted } = lab.cluster.getState()
  const [oldest] = rows
  const collections = [...lab.objects.getState().collections.values()]
  const resource = collections.find(
    (known) => known.resource.group === oldest?.group && known.resource.resource === oldest.resource,
  )?.resource
  if (oldest === undefined || resource === undefined) return
  partState(lab, createLanesPart).open(
    {
      name: 'tour',
      path: collectionPath(resource, oldest.namespace),
      start: 'exact',
      resourceVersion: String(compacted),
      labelSelector: '',
      fieldSelector: '',
      bookmarks: true,
    },
    1,
  )
}

/** Resolves when the person has a stopped watch; opens one first if there is none. */
async function readyToExpire(lab: Lab): Promise<Stopped> {
  const lanes = partState(lab, createLanesPart)
  const known = stoppedLane(lab)
  if (known !== undefined) return known
  return new Promise((resolve) => {
    const stop = lanes.store.subscribe(() => {
      const stopped = stoppedLane(lab)
      if (stopped === undefined) return
      stop()
      resolve(stopped)
    })
    cutWatch(lab)
  })
}

/** Resolves when a watch of the person is in a state. */
function whenLane(lab: Lab, id: number, wanted: Lane['state']): Promise<void> {
  const { store } = partState(lab, createLanesPart)
  const isThere = (): boolean => store.getState().lanes.some((lane) => lane.id === id && lane.state === wanted)
  if (isThere()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      if (!isThere()) return
      stop()
      resolve()
    })
  })
}

/**
 * Expires history up to just after the point where a watch stopped, and resumes the watch: it gets 410, and lists again as
 * clients do. @throws Refusal
 */
export async function expireAndListAgain(lab: Lab): Promise<void> {
  returnToLive(lab)
  openDock(lab, 'watches')
  const { lane, to } = await readyToExpire(lab)
  await expireHistory(lab, to)
  await comeBack(lab, lane)
}

/** Resumes a watch whose version has expired: it gets 410, and lists again. Does nothing when it was resumed meanwhile. */
async function comeBack(lab: Lab, { id }: Pick<Lane, 'id'>): Promise<void> {
  const lanes = partState(lab, createLanesPart)
  if (lanes.store.getState().lanes.find((lane) => lane.id === id)?.state !== 'cut') return
  lanes.resume(id)
  await whenLane(lab, id, 'expired')
  lanes.listAgain(id)
}

/** Returns the newest watch that stopped in history that has expired since. */
export const lostLane = <One extends Pick<Lane, 'state' | 'lastVersion'>>(
  lanes: readonly One[],
  compacted: number,
): One | undefined =>
  lanes
    .filter(({ state, lastVersion }) => state === 'cut' && lastVersion !== '' && Number(lastVersion) < compacted)
    .at(-1)

/** After the person expired history by hand: does the rest of the step with a watch that had lost its connection. */
export async function comeBackTooLate(lab: Lab): Promise<void> {
  const lane = lostLane(partState(lab, createLanesPart).store.getState().lanes, lab.cluster.getState().compacted)
  if (lane === undefined) return
  openDock(lab, 'watches')
  await comeBack(lab, lane)
}
