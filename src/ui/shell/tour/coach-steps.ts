import { createYamlStore } from '#ui/exchange/draft-store.ts'
import { attempt } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { Lane } from '#ui/parts/watches/lanes-state.ts'
import { createLanesPart } from '#ui/parts/watches/lanes-part.ts'
import type * as Acts from './tour-acts.ts'

/** Does an act of the tour; the acts are loaded when the first one is asked for. */
const act =
  (of: (acts: typeof Acts) => (lab: Lab) => void | Promise<void>) =>
  (lab: Lab): void =>
    void attempt(
      lab,
      import('./tour-acts.ts').then((acts) => of(acts)(lab)),
    )

/** One step of the tour: what to try, a button that does it, and a check that it was done. */
export interface CoachStep {
  readonly id: string
  /** Plain text, code and chords. `touch` names what to tap instead of the chord on a touch screen. */
  readonly text: readonly (string | { readonly code: string } | { readonly key: string; readonly touch: string })[]
  readonly action: string
  readonly run: (lab: Lab) => void
  /** Calls `done` once the user (or the button) did the step. Returns a function that stops listening. */
  readonly listen: (lab: Lab, done: () => void) => () => void
}

/** Calls `done` when a lane changes from one of the states `from` to the state `to`. */
const whenLane =
  (to: Lane['state'], from: readonly Lane['state'][]) =>
  (lab: Lab, done: () => void): (() => void) =>
    partState(lab, createLanesPart).store.subscribe(({ lanes }, before) => {
      const isDone = lanes.some(({ id, state }) => {
        const earlier = before.lanes.find((lane) => lane.id === id)?.state
        return state === to && earlier !== undefined && from.includes(earlier)
      })
      if (isDone) done()
    })

const change: CoachStep = {
  id: 'change',
  text: ['Change ', { code: 'replicas' }, ' and press ', { key: 'Mod+Enter', touch: 'Update' }, '. Watch the rail.'],
  action: 'Do it for me',
  run: act((acts) => acts.scaleUp),
  listen: (lab, done) =>
    lab.sent.subscribe((state, before) => {
      if (state.writeCount > before.writeCount) done()
    }),
}

const race: CoachStep = {
  id: 'race',
  text: ['Lose a race: bob writes ', { code: 'web' }, ' while you edit it. Your update gets ', { code: '409' }, '.'],
  action: 'Do it for me',
  run: act((acts) => acts.loseRace),
  listen: (lab, done) =>
    partState(lab, createYamlStore).subscribe(({ answer }, before) => {
      if (answer !== before.answer && answer.type === 'received' && answer.status === 409) done()
    }),
}

const back: CoachStep = {
  id: 'back',
  text: ['Go back. Drag the rail, look around, return to Live with ', { key: 'End', touch: 'Live' }, '.'],
  action: 'Show me',
  run: act((acts) => acts.lookBack),
  listen: (lab, done) =>
    lab.cursor.subscribe((state, before) => {
      if (state.at === null && before.at !== null) done()
    }),
}

const cut: CoachStep = {
  id: 'cut',
  text: ['A client loses its connection: open a watch in the Watches dock, then cut it.'],
  action: 'Do it for me',
  run: act((acts) => acts.cutWatch),
  listen: whenLane('cut', ['opening', 'open']),
}

const expire: CoachStep = {
  id: 'expire',
  text: ['Expire history up to after the point where it stopped, and resume it: it gets ', { code: '410' }, '.'],
  action: 'Do it for me',
  run: act((acts) => acts.expireAndResume),
  listen: whenLane('expired', ['opening', 'open']),
}

const relist: CoachStep = {
  id: 'relist',
  text: ['Too old to resume. ', { code: 'List again' }, ', and watch from the version of that list, as clients do.'],
  action: 'List again',
  run: act((acts) => acts.listAgain),
  listen: whenLane('open', ['opening']),
}

const share: CoachStep = {
  id: 'share',
  text: ['Share what you see: ', { key: 'Mod+s', touch: 'Share' }, ' makes a link that opens this moment anywhere.'],
  action: 'Show me',
  run: (lab) => lab.overlay.open('share'),
  listen: (lab, done) =>
    lab.overlay.subscribe(({ open }, before) => {
      if (before.open === 'share' && open !== 'share') done()
    }),
}

/** The steps of the tour, in order. It ends with more on the rail than it began with. [TO1] */
export const coachSteps: readonly CoachStep[] = [change, race, back, cut, expire, relist, share]
