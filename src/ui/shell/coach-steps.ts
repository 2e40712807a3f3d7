import { expireHistory, hasWork } from '../actions.ts'
import type { Lab } from '../lab.ts'

/** One line of the coach: what to try, a button that does it, and how it is known to be done. */
export interface CoachStep {
  readonly id: string
  readonly text: string
  readonly action: string
  readonly run: (lab: Lab) => void
  /** Calls `done` once the person (or the button) did it. Answers how to stop listening. */
  readonly listen: (lab: Lab, done: () => void) => () => void
}

const change: CoachStep = {
  id: 'change',
  text: 'Change a value in the YAML and apply it. Watch the rail.',
  action: 'Show the editor',
  run: (lab) => lab.layout.setState({ workTab: 'yaml' }),
  listen: (lab, done) =>
    lab.sent.subscribe((state, before) => {
      if (state.writeCount > before.writeCount) done()
    }),
}

const goBack: CoachStep = {
  id: 'back',
  text: 'Go back. Drag the rail, look around, return to Live with End.',
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
  text: 'Expire history. What stood on it gets 410 and lists again.',
  action: 'Expire',
  run: (lab) => void expireHistory(lab),
  listen: (lab, done) =>
    lab.cluster.subscribe((state, before) => {
      if (state.compacted > before.compacted) done()
    }),
}

/** The lines for what this page can do. */
export const coachSteps = (lab: Lab): readonly CoachStep[] => [
  ...(hasWork(lab, 'yaml') ? [change] : []),
  goBack,
  expire,
]
