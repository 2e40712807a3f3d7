import { attempt } from '#ui/lab/actions.ts'
import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { postJson } from '#ui/model/api.ts'

const nodeCount = 3

/** Starts or stops the loops, the scheduler and three simulated nodes. */
export const setLife = (lab: Lab, running: boolean): void =>
  void attempt(lab, postJson(lab.read, '/debug/life', { running, nodes: running ? nodeCount : 0 }))

/** Start and stop the loops of the controller manager, the scheduler and the simulated nodes. [CH4] */
export const lifeCommands: readonly Command[] = [
  {
    id: 'start-loops',
    section: 'Everywhere',
    title: 'Start the controllers, the scheduler and three nodes',
    keys: [],
    run: (lab) => setLife(lab, true),
  },
  {
    id: 'stop-loops',
    section: 'Everywhere',
    title: 'Stop the controllers, the scheduler and the nodes',
    keys: [],
    run: (lab) => setLife(lab, false),
  },
]
