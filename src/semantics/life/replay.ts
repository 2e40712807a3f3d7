import { actingAs } from '#server/auth/acting-as.ts'
import { firstOf } from '#server/auth/authenticator.ts'
import { annotatedStages } from '#server/controllers/simulated-nodes/default-stages.ts'
import type { PickNode } from '#server/controllers/shared/controller.ts'
import { pickByHash } from '#server/controllers/scheduler/pick-node.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { nativeText } from '#testing/conformance/dialect.mjs'
import { certificateRequest } from './certificate-request.ts'
import { type Act, msOf, nodeActs } from './node-acts.ts'
import { createNormaliser, namespace, normalStep } from './normalise.ts'
import { createObserver, type Observer } from './observe.ts'
import { hasHappened } from './patience.ts'
import { type Loose, type Observed, type RecordedStep, type Recording, runOf } from './recording.ts'
import { createVirtualTime, type VirtualTime } from './virtual-time.ts'

/** Parses a recording, in our vocabulary. */
export const readRecording = (text: string): Recording =>
  JSON.parse(nativeText(text).replaceAll('<ns>', namespace)) as Recording

const user = {
  'x-orchard-acting-as': 'user',
  'x-orchard-acting-as-uid': 'user-uid',
  'x-orchard-acting-as-groups': 'system:masters,system:authenticated',
  'user-agent': 'user',
}

interface Stage {
  readonly time: VirtualTime
  readonly startMs: number
  readonly observer: Observer
  readonly orchard: Orchard
  readonly send: (method: string, path: string, body?: object, contentType?: string) => Promise<Response>
}

/** The time that a user waits for the events before the next write of the recording; timers of the original have a random phase. */
const patienceMs = 20_000
const lookEveryMs = 500

/** Runs a scenario against a server with all loops on, and reports what happened. */
export async function replay(recording: Recording): Promise<Observed> {
  const stage = await setUp(recording)
  const run = runOf(recording)
  const acts = [...userActs(recording, run, stage), ...nodeActs(recording, run, stage.orchard.nodes)].toSorted(
    (a, b) => a.ms - b.ms,
  )
  let lateMs = 0
  for (const act of acts) {
    await stage.time.runUntil(stage.startMs + act.ms + lateMs)
    for (let waited = 0; waited < patienceMs && !(act.isDue?.() ?? true); waited += lookEveryMs) {
      lateMs += lookEveryMs
      await stage.time.runUntil(stage.startMs + act.ms + lateMs)
    }
    void act.run()
  }
  const lastMs = Math.max(
    ...[...recording.steps, ...recording.events].flatMap(({ ms = [] }) => ms.map((each) => each ?? 0)),
  )
  await stage.time.runUntil(stage.startMs + lastMs + lateMs + 3000)
  const endState = await readEndState(recording, stage)
  stage.orchard.close()
  const normal = createNormaliser(stage.observer)
  return {
    steps: stage.observer.steps.map((step) => normalStep(normal(step))),
    events: normal(stage.observer.events),
    endState: normal(endState),
  }
}

/** Names in recordings are written as replays write them: `<ns>` stands for the namespace again. */
export const asRecorded = (recording: Recording): Recording =>
  JSON.parse(JSON.stringify(recording).replaceAll(namespace, '<ns>')) as Recording

const warmUpMs = 30_000
/** Real time that Web Crypto may take for a certificate. */
const signingMs = 10

/** The time of the start: so that the first Job of a CronJob is due when it was recorded. */
function startOf({ steps }: Recording, run: number): number {
  const base = Date.parse('2026-03-01T12:00:00Z')
  const fired = steps.find(({ actor, verb }) => actor === 'cronjob-controller' && verb === 'create')
  return fired === undefined ? base : base + 600_000 - ((fired.ms[run] ?? 0) - 120)
}

async function setUp(recording: Recording): Promise<Stage> {
  const startMs = startOf(recording, runOf(recording))
  const isSigned = recording.steps.some(({ actor }) => actor === 'certificate-controller')
  const time = createVirtualTime(startMs - warmUpMs, isSigned ? signingMs : 0)
  const observer = createObserver(time, startMs)
  let ids = 0
  const letters = 'bcdfghjklmnpqrstvwxz2456789'
  const orchard = await startOrchard({
    log: createMemoryLog({ clock: time }),
    clock: time,
    authenticator: firstOf([actingAs]),
    debug: false,
    // Deterministic, and spread over all values.
    uid: () => `00000000-0000-4000-8000-${String((ids += 1) * 7919).padStart(12, '0')}`,
    random: (length) => {
      let rest = (ids += 1) * 104_729 + 4_801_153
      return Array.from({ length }, () => {
        const letter = letters[rest % letters.length] ?? 'b'
        rest = Math.floor(rest / letters.length) + 13
        return letter
      }).join('')
    },
    runs: () => true,
    rootCertificates: 'recorded',
    // The recorded kubelet ended pods only when their annotations asked for it.
    life: { runs: () => true, stages: annotatedStages, pickNode: recordedChoice(recording) },
    controllerFetch: (send) => (input, init) => {
      const path = String(input)
      if (path.startsWith('/debug') || !path.startsWith('/api')) return send(input, init)
      const headers = new Headers(init?.headers)
      return observer.send({
        actor: headers.get('x-orchard-acting-as') ?? '',
        path,
        init: init ?? {},
        isSlow: true,
        fetch: (where, how) => send(where, how),
      })
    },
  })
  const send: Stage['send'] = (method, path, body, contentType = 'application/json') =>
    observer.send({
      actor: 'user',
      path,
      isSlow: false,
      init: {
        method,
        headers: { ...user, ...(body === undefined ? {} : { 'content-type': contentType }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      fetch: (where, how) => orchard.fetch(new Request(`http://test${where}`, how), { rawTarget: where }),
    })
  const stage = { time, startMs, observer, orchard, send }
  await prepare(stage)
  return stage
}

/**
 * The original picks one of equally good nodes at random. A recording names the node where all its runs picked the same
 * one; a replay then picks it too, if it is among those that our scheduler rates best.
 */
function recordedChoice({ steps }: Recording): PickNode {
  const open = steps.flatMap(({ verb, resource, name, changes }) => {
    const node: unknown = changes?.['spec.nodeName']?.[1]
    if (verb !== 'create' || resource !== 'pods/binding' || typeof node !== 'string') return []
    const isMeant = new RegExp(`^${name.replace(/<[^<>]*>/g, '[0-9a-z]+')}$`)
    return [{ isMeant, node: node.replace('<ns>', namespace) }]
  })
  return (pod, names) => {
    const at = open.findIndex(({ isMeant }) => isMeant.test(pod.metadata.name ?? ''))
    const node = at < 0 ? '' : (open.splice(at, 1)[0]?.node ?? '')
    return names.includes(node) ? node : pickByHash(pod, names)
  }
}

/** The namespace and three nodes exist before the scenario begins. */
async function prepare({ time, startMs, orchard, send }: Stage): Promise<void> {
  for (const name of ['kube-node-lease', namespace]) await send('POST', '/api/v1/namespaces', { metadata: { name } })
  const letters = ['a', 'b', 'c']
  for (const letter of letters)
    void orchard.nodes?.add({ name: `node-${letter}`, labels: { 'topology.orch.io/zone': `zone-${letter}` } })
  await time.runUntil(startMs)
}

function userActs(recording: Recording, run: number, { send, observer }: Stage): Act[] {
  const { steps, userWrites } = recording
  const written = steps.filter(({ actor }) => actor === 'user')
  const times = timesOf(userWrites, written, run)
  return userWrites.map((write, at) => ({
    ms: times[at] ?? 0,
    isDue: () => hasHappened(written[at], recording, { observer, run }),
    run() {
      const named = JSON.stringify([write.path, write.body ?? null])
        .replace(placeholderOfUid, (word) => uidOf(word, observer))
        .replaceAll('<PEM in base64>', certificateRequest)
        .replace(placeholder, (word) => meaningOf(word, recording, observer))
      const [path, body] = JSON.parse(named) as [string, object | null]
      return sendAsRecorded(send, write, path, body)
    },
  }))
}

/** Sends a recorded write; one that names the version that it read reads the object first, as its sender did. */
async function sendAsRecorded(
  send: Stage['send'],
  { method, contentType }: Recording['userWrites'][number],
  path: string,
  body: object | null,
): Promise<Response> {
  const text = JSON.stringify(body)
  if (!text.includes('"<rv>"')) return send(method, path, body ?? undefined, contentType)
  const { metadata } = (await (await send('GET', path.replace(/\/(approval|status)$/, ''))).json()) as Loose
  const filled = text.replaceAll('<rv>', metadata.resourceVersion).replaceAll('<time>', metadata.creationTimestamp)
  return send(method, path, JSON.parse(filled) as object, contentType)
}

/** Time that a user's request takes; the next one follows at once if the user did not wait for anything. */
const requestMs = 4

function timesOf(writes: Recording['userWrites'], written: readonly RecordedStep[], run: number): readonly number[] {
  const times: number[] = []
  for (const [at, { when }] of writes.entries()) {
    const step = written[at]
    const recorded = step === undefined ? 0 : msOf(step, run)
    const previous = times.at(-1)
    const isNext = when === 'right after the previous write' && previous !== undefined
    times.push(isNext ? Math.min(recorded, previous + requestMs) : recorded)
  }
  return times
}

const placeholderOfUid = /<uid( of [^<>]*)?>/g

/** The uid of the object that a recording names; a uid that no object has for `<uid>`. */
const uidOf = (word: string, { uids }: Observer): string =>
  [...uids].find(([, named]) => named === word)?.[0] ?? '00000000-0000-4000-8000-ffffffffffff'

const placeholder = /[a-z0-9-]*(<(hash|rev)\d+>-?)?<(suffix|hash|rev)\d+>/g

const withoutNumber = (name: string): string => name.replace(/<suffix\d+>/, '<suffix>')

/** Translates a placeholder of the recording into a name of the replay: the k-th object of a kind of name, the k-th hash. */
function meaningOf(word: string, { steps }: Recording, { hashes, randomNames }: Observer): string {
  const list = (set: ReadonlySet<string>, number: string): string => [...set][Number(number) - 1] ?? number
  const plain = (text: string): string =>
    text
      .replace(/<hash(\d+)>/g, (_, number: string) => list(hashes.pods, number))
      .replace(/<rev(\d+)>/g, (_, number: string) => list(hashes.revisions, number))
  if (!word.includes('<suffix')) return plain(word)
  const created = steps.filter(({ verb, name }) => verb === 'create' && withoutNumber(name) === withoutNumber(word))
  const names = [...new Set(created.map(({ name }) => name))]
  const prefix = plain(word.replace(/<suffix\d+>/, ''))
  const own = [...randomNames].filter(([, start]) => start === prefix).map(([name]) => name)
  return own[names.indexOf(word)] ?? own.at(-1) ?? word
}

async function readEndState({ endState, steps }: Recording, { send }: Stage): Promise<Record<string, Loose[]>> {
  const result: Record<string, Loose[]> = {}
  for (const resource of Object.keys(endState)) {
    const group = groups[resource] ?? groupOf(steps, resource)
    const response = await send('GET', `${group}/${resource}`)
    const { items = [] } = (await response.json()) as { items?: Loose[] }
    result[resource] = items
  }
  return result
}

const groups: Record<string, string> = {
  pods: '/api/v1',
  services: '/api/v1',
  endpoints: '/api/v1',
  configmaps: '/api/v1',
  serviceaccounts: '/api/v1',
  namespaces: '/api/v1',
  nodes: '/api/v1',
  resourcequotas: '/api/v1',
  persistentvolumes: '/api/v1',
  persistentvolumeclaims: '/api/v1',
  replicationcontrollers: '/api/v1',
  controllerrevisions: '/apis/apps/v1',
  replicasets: '/apis/apps/v1',
  deployments: '/apis/apps/v1',
  statefulsets: '/apis/apps/v1',
  daemonsets: '/apis/apps/v1',
  endpointslices: '/apis/discovery.orch.io/v1',
  jobs: '/apis/batch/v1',
  cronjobs: '/apis/batch/v1',
}

const versions: Record<string, string> = { autoscaling: 'v2' }

/** The root of a resource that the steps name with its group. */
function groupOf(steps: readonly RecordedStep[], resource: string): string {
  const found = steps.find((step) => step.resource.split('/')[0]?.split('.')[0] === resource)
  const group = found?.resource.split('/')[0]?.slice(resource.length + 1) ?? ''
  return group === '' ? '/api/v1' : `/apis/${group}/${versions[group] ?? 'v1'}`
}
