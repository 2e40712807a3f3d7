import type { Loose, Observed, RecordedStep, Recording, Step } from './recording.ts'

/** Parts of what is recorded, and how many of them agree. */
export interface Agreement {
  readonly steps: Count
  readonly edges: Count
  readonly events: Count
  readonly endState: Count
  /** A line for each difference. */
  readonly differences: readonly string[]
}

export interface Count {
  readonly agreeing: number
  readonly all: number
}

const isTime = (value: Loose): boolean =>
  typeof value === 'string' && (/^<(time|later)>$/.test(value) || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value))

const wild = /<(?!ns>|hash\d|rev\d|minute\d)[^<>]*(?:<[^<>]*>[^<>]*)*>/

/** Compares a text with a recorded one, in which words in angle brackets stand for anything. */
function sameText(recorded: string, ours: string): boolean {
  if (recorded === ours || (isTime(recorded) && isTime(ours))) return true
  const parts = recorded.split(new RegExp(wild.source, 'g'))
  if (parts.length === 1) return false
  let at = 0
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const found =
      index === 0 ? (ours.startsWith(part) ? 0 : -1) : isLast ? ours.length - part.length : ours.indexOf(part, at + 1)
    if (found < at || (isLast && !ours.endsWith(part))) return false
    at = found + part.length
  }
  return true
}

const isEmpty = (value: Loose): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isEmpty))

const isStructured = (value: Loose): boolean => typeof value === 'object' && value !== null

/** True if our value equals the recorded one; empty values are the same as absent ones. */
export function same(recorded: Loose, ours: Loose): boolean {
  if (isEmpty(recorded) && isEmpty(ours)) return true
  if (typeof recorded === 'string' && typeof ours === 'string') return sameText(recorded, ours)
  if (!isStructured(recorded) || !isStructured(ours)) return recorded === ours || String(recorded) === String(ours)
  if (Array.isArray(recorded))
    return Array.isArray(ours) && recorded.length === ours.length && recorded.every((each, at) => same(each, ours[at]))
  const own = new Map(Object.entries(ours).map(([key, value]) => [canonicalName(key), value]))
  return Object.keys(recorded).every((key) => same(recorded[key], own.get(canonicalName(key))))
}

const skipped = new Set([
  'uid',
  'managedFields',
  'resourceVersion',
  'creationTimestamp',
  'selfLink',
  'fieldManagers',
  'generation',
])
/** Fields that may be absent in a replay, because they depend on measured times. */
const lenient = new Set(['endpoints.orch.io/last-change-trigger-time'])

/** True if our object has everything that the recorded one has. */
export function holds(recorded: Loose, ours: Loose): boolean {
  if (isEmpty(recorded)) return true
  if (typeof recorded !== 'object' || recorded === null) return same(recorded, ours)
  if (typeof ours !== 'object' || ours === null) return false
  if (Array.isArray(recorded))
    return (
      Array.isArray(ours) &&
      ours.length >= recorded.length &&
      recorded.every((each) => ours.some((own) => holds(each, own)))
    )
  return Object.keys(recorded).every((key) => skipped.has(key) || lenient.has(key) || holds(recorded[key], ours[key]))
}

const canonicalName = (name: string): string => name.replace(/<(suffix)\d*>/g, '<$1>')

const isTimeOnly = ([before, after]: readonly [Loose, Loose]): boolean =>
  (isTime(before) || isEmpty(before)) && (isTime(after) || isEmpty(after))

/** Annotations of which the time of the last trigger is the only one. */
const isTrigger = (value: Loose): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).join() === 'endpoints.orch.io/last-change-trigger-time'

const relevant = (changes: Step['changes']): Map<string, readonly [Loose, Loose]> =>
  new Map(
    Object.entries(changes ?? {}).filter(
      ([path, change]) =>
        path !== 'metadata.generation' &&
        !isTimeOnly(change) &&
        !path.includes('last-change-trigger-time') &&
        !change.some(isTrigger),
    ),
  )

/** The reports of a kubelet are scripted: only the state of the pod and its readiness are compared. */
const ofKubelet = new Set(['status.phase', 'status.conditions[type=Ready].status'])

function sameChanges(recorded: Step, ours: Step): boolean {
  const [wanted, got] = [relevant(recorded.changes), relevant(ours.changes)]
  if (recorded.actor === 'kubelet')
    return [...wanted].every(([path, change]) => !ofKubelet.has(path) || same(change, got.get(path) ?? null))
  if (recorded.changes === undefined) return true
  return wanted.size === got.size && [...wanted].every(([path, change]) => got.has(path) && same(change, got.get(path)))
}

function matches(recorded: Step, ours: Step): boolean {
  const isSameRequest = (['actor', 'verb', 'resource', 'code'] as const).every(
    (field) => recorded[field] === ours[field],
  )
  if (!isSameRequest || !sameText(canonicalName(recorded.name ?? ''), canonicalName(ours.name))) return false
  return recorded.actor === 'user' || recorded.verb === 'delete' || sameEffect(recorded, ours)
}

function sameEffect(recorded: Step, ours: Step): boolean {
  // The recording infers the change of the pod from a binding.
  if (recorded.resource === 'pods/binding')
    return same(recorded.changes?.['spec.nodeName'] ?? null, ours.changes?.['spec.nodeName'] ?? null)
  const isNew = recorded.verb === 'create' && !recorded.resource.includes('/')
  if (isNew && recorded.object !== undefined) return recorded.actor === 'kubelet' || holds(recorded.object, ours.object)
  return sameChanges(recorded, ours)
}

/** Counts what agrees between a recording and what a replay saw. */
export function compare(recording: Recording, observed: Observed): Agreement {
  const differences: string[] = []
  const strict = recording.steps.filter(({ order }) => order === 'strict')
  const places = new Map<number, number>()
  const taken = new Set<number>()
  for (const step of strict) {
    const at = observed.steps.findIndex((own, index) => !taken.has(index) && matches(step, own))
    if (at < 0) differences.push(`step ${step.n} absent: ${describe(step)}`)
    else {
      taken.add(at)
      places.set(step.n, at)
    }
  }
  const edges = strict.flatMap((step) => (step.after ?? []).map((before) => [before, step.n] as const))
  const isStrict = new Set(strict.map(({ n }) => n))
  const judged = edges.filter(([before]) => isStrict.has(before))
  const upheld = judged.filter(([before, after]) => {
    const [a, b] = [places.get(before), places.get(after)]
    if (a === undefined || b === undefined) return false
    if (a > b) differences.push(`edge ${before} -> ${after} is reversed`)
    return a < b
  })
  const events = compareEvents(recording, observed, differences)
  const endState = compareEndState(recording, observed, differences)
  const used = new Set(places.values())
  const recordedKinds = new Set(recording.steps.map(({ actor, verb, resource }) => `${actor} ${verb} ${resource}`))
  for (const [at, own] of observed.steps.entries())
    if (!used.has(at) && own.ms >= 0 && own.actor !== 'user' && own.actor !== 'kubelet' && own.code < 300)
      differences.push(
        `${recordedKinds.has(`${own.actor} ${own.verb} ${own.resource}`) ? 'also' : 'EXTRA'} seen at ${own.ms}: ${describe(own)}`,
      )
  return {
    steps: { agreeing: places.size, all: strict.length },
    edges: { agreeing: upheld.length, all: judged.length },
    events,
    endState,
    differences,
  }
}

const describe = (step: Step | RecordedStep): string =>
  `${step.actor} ${step.verb} ${step.resource} ${step.name} ${step.code} ${JSON.stringify(step.changes ?? step.object ?? step.effect ?? '').slice(0, 900)}`

function compareEvents({ events }: Recording, observed: Observed, differences: string[]): Count {
  let agreeing = 0
  for (const event of events) {
    const count = observed.events.filter(
      (own) =>
        own.reason === event.reason &&
        own.type === event.type &&
        sameText(canonicalName(event.message), canonicalName(own.message)) &&
        sameText(canonicalName(event.object), canonicalName(own.object)),
    ).length
    const [first] = event.perRun
    const isSure = event.perRun.every((each) => each === first) && !('countPatched' in event)
    if (isSure ? count === first : count > 0 || event.perRun.includes(0)) agreeing += 1
    else
      differences.push(
        `event ${event.reason} of ${event.object}: ${count} instead of ${event.perRun.join(' ')}: ${event.message}`,
      )
  }
  return { agreeing, all: events.length }
}

const varies = (paths: readonly string[], resource: string): boolean => paths.some((path) => path.startsWith(resource))

function compareEndState(
  { endState, endStateVaries = [] }: Recording,
  observed: Observed,
  differences: string[],
): Count {
  let agreeing = 0
  let all = 0
  for (const [resource, objects] of Object.entries(endState)) {
    const own = [...(observed.endState[resource] ?? [])]
    for (const object of objects) {
      all += 1
      const at = own.findIndex((each) => holds(pruned(object), each) && haveSameManagers(object, each))
      if (at >= 0) own.splice(at, 1)
      if (at >= 0 || varies(endStateVaries, resource)) agreeing += 1
      else differences.push(`end state lacks ${resource}: ${JSON.stringify(pruned(object)).slice(0, 700)}`)
    }
  }
  return { agreeing, all }
}

/** True if the same managers own fields of both objects. The recorded kubelet was a script with a name of its own. */
function haveSameManagers(recorded: Loose, ours: Loose): boolean {
  if (recorded.fieldManagers === undefined) return true
  const own: readonly Loose[] = ours.metadata?.managedFields ?? []
  const words = own.map(({ manager, operation, subresource }) =>
    [manager === 'kubelet' ? 'kubelet-sim' : manager, operation, subresource].filter(Boolean).join(' '),
  )
  return words.toSorted().join() === recorded.fieldManagers.toSorted().join()
}

/** Without what the server or the kubelet fills in, which other recordings judge. */
function pruned(object: Loose): Loose {
  const { metadata = {}, spec = {}, status = {}, ...rest } = object
  if (spec.containers === undefined) return object
  return { metadata, status: { phase: status.phase }, ...rest }
}
