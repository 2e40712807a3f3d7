import { readActorText } from '#samples/actors/read-actor-text.ts'
import { startActor } from '#samples/actors/run-actor.ts'
import type { Lab } from '#ui/lab/lab.ts'

/** Starts the actor that a text declares; its requests and its clock meet the faults of its client. [ACT1] [ACT3] */
export function startActorText(lab: Lab, text: string, pause: (ms: number) => Promise<void>): () => void {
  const { actor } = readActorText(text)
  if (actor === null) return () => undefined
  const { name, groups } = actor
  return startActor(actor, {
    fetch: lab.sendAs({ name, groups }),
    origin: typeof location === 'undefined' ? '' : location.origin,
    now: () => lab.clock.store.getState().nowMs + lab.wire.faultsOf(name).skewMs,
    pause,
  })
}
