import { createYamlStore } from '#ui/exchange/draft-store.ts'
import { attempt } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
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
  /** Plain text, code and chords. `touch` names the button for the chord, for touch screens and narrow windows. */
  readonly text: readonly (string | { readonly code: string } | { readonly key: string; readonly touch: string })[]
  readonly action: string
  readonly run: (lab: Lab) => void
  /** Calls `done` once the user (or the button) did the step. Returns a function that stops listening. */
  readonly listen: (lab: Lab, done: () => void) => () => void
}

/** Calls `done` when a watch of the person gets 410. */
const whenExpired = (lab: Lab, done: () => void): (() => void) =>
  partState(lab, createLanesPart).store.subscribe(({ lanes }, before) => {
    const isDone = lanes.some(({ id, state }) => {
      const earlier = before.lanes.find((lane) => lane.id === id)?.state
      return state === 'expired' && earlier !== undefined && earlier !== 'expired'
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

const expire: CoachStep = {
  id: 'expire',
  text: ['Expire history. A client that lost its connection comes back, gets ', { code: '410' }, ', and lists again.'],
  action: 'Do it for me',
  run: act((acts) => acts.expireAndListAgain),
  listen(lab, done) {
    const stops = [
      whenExpired(lab, done),
      lab.cluster.subscribe(({ compacted }, before) => {
        if (compacted > before.compacted) act((acts) => acts.comeBackTooLate)(lab)
      }),
    ]
    return () => stops.forEach((stop) => stop())
  },
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

/** The steps of the tour, in order: the first lessons in short. It ends with more on the rail than it began with. [TO1] */
export const coachSteps: readonly CoachStep[] = [change, race, back, expire, share]
