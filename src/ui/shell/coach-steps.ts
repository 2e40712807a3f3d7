import { isObject } from '#api/json.ts'
import { askExpire, attempt, hasWork } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { getJson } from '#ui/model/api.ts'
import { objectPath } from '#ui/model/discovery.ts'
import { findObject } from '#ui/model/object-view.ts'

/** One step of the coach: what to try, a button that does it, and a check that it was done. */
export interface CoachStep {
  readonly id: string
  /** Plain text, code and chords. `touch` names what to tap instead of the chord on a touch screen. */
  readonly text: readonly (string | { readonly code: string } | { readonly key: string; readonly touch: string })[]
  readonly action: string
  readonly run: (lab: Lab) => void
  /** Calls `done` once the user (or the button) did the step. Returns a function that stops listening. */
  readonly listen: (lab: Lab, done: () => void) => () => void
}

/** Scales the selected object up by one replica with a merge patch. */
async function scaleSelected(lab: Lab): Promise<void> {
  const { object } = lab.selection.getState()
  const group = lab.view.getState().groups.get(object?.resourceId ?? '')
  const spec = findObject(lab.view.getState(), object)?.spec
  if (object === null || group === undefined || !isObject(spec) || typeof spec.replicas !== 'number') {
    lab.layout.setWorkTab('yaml')
    return
  }
  const path = `${objectPath(group.resource, object.namespace, object.name)}?fieldManager=orchctl`
  await getJson(lab.send, path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ spec: { replicas: spec.replicas + 1 } }),
  })
}

const change: CoachStep = {
  id: 'change',
  text: ['Change ', { code: 'replicas' }, ' and press ', { key: 'Mod+Enter', touch: 'Update' }, '. Watch the rail.'],
  action: 'Do it for me',
  run: (lab) => void attempt(lab, scaleSelected(lab)),
  listen: (lab, done) =>
    lab.sent.subscribe((state, before) => {
      if (state.writeCount > before.writeCount) done()
    }),
}

const goBack: CoachStep = {
  id: 'back',
  text: ['Go back. Drag the rail, look around, return to Live with ', { key: 'End', touch: 'Live' }, '.'],
  action: 'Show me',
  run: (lab) => {
    const { rows } = lab.cluster.getState()
    const row = rows[Math.max(0, rows.length - 8)]
    if (row !== undefined) lab.time.travel(row.revision)
  },
  listen: (lab, done) =>
    lab.cursor.subscribe((state, before) => {
      if (state.at === null && before.at !== null) done()
    }),
}

const expire: CoachStep = {
  id: 'expire',
  text: ['Expire history. A watch that resumes from an older version gets ', { code: '410' }, ' and lists again.'],
  action: 'Expire',
  run: askExpire,
  listen: (lab, done) =>
    lab.cluster.subscribe((state, before) => {
      if (state.compacted > before.compacted) done()
    }),
}

/** Returns the steps that this page supports. */
export const coachSteps = (lab: Lab): readonly CoachStep[] => [
  ...(hasWork(lab, 'yaml') ? [change] : []),
  goBack,
  expire,
]
