import { msOf } from './node-acts.ts'
import { actorName, namespace } from './normalise.ts'
import type { Observer } from './observe.ts'
import type { RecordedStep, Recording, Step } from './recording.ts'

interface Seen {
  readonly observer: Observer
  /** The run of the recording that is replayed. */
  readonly run: number
}

/** True if the steps before a write, by kind and name, were seen as often as they were recorded before it. */
export function hasHappened(write: RecordedStep | undefined, recording: Recording, seen: Seen): boolean {
  const { steps } = recording
  const { observer } = seen
  if (write !== undefined && !areNodesKnown(write, recording, seen)) return false
  const kindOf = ({ actor, verb, resource }: Step): string => `${actor} ${verb} ${resource}`
  const needed = steps.filter(({ n }) => write?.after?.includes(n) ?? false)
  return needed.every((step) => {
    if (step.order !== 'strict' || (step.resource.endsWith('/status') && step.actor !== 'persistent-volume-binder'))
      return true
    const recorded = steps.filter(
      (each) => each.n <= step.n && each.order === 'strict' && kindOf(each) === kindOf(step),
    )
    const seen = observer.steps.filter((each) => kindOf({ ...each, actor: actorName(each.actor) }) === kindOf(step))
    return seen.length >= recorded.length
  })
}

/** Reports whether the node events that preceded a write were emitted; the controller that emits them polls every five seconds. */
function areNodesKnown(write: RecordedStep, { events }: Recording, { observer, run }: Seen): boolean {
  const before = events.filter(
    ({ reason, ms }) => reason === 'RegisteredNode' && (ms?.[run] ?? Infinity) < msOf(write, run),
  )
  const told = observer.events.map(({ reason, object }) => `${reason} ${object}`)
  return before.every(({ reason, object }) => told.includes(`${reason} ${object.replaceAll('<ns>', namespace)}`))
}
