import { diff } from './diff.ts'
import type { Loose, ObservedEvent, ObservedStep } from './recording.ts'
import type { VirtualTime } from './virtual-time.ts'

/** The duration of a controller's request, before and after the server's response. */
const latencyMs = { write: 4, read: 1, answer: 1 }

interface Target {
  readonly resource: string
  readonly name: string
  readonly subresource: string
  /** The path of the object without its subresource. */
  readonly path: string
}

/** Takes the path of a request apart. */
export function targetOf(path: string): Target {
  const [bare = ''] = path.split('?')
  const parts = bare.split('/').filter((part) => part !== '')
  const [root, group = ''] = parts
  const isCore = root === 'api'
  const at = startOfResource(parts, isCore ? 2 : 3)
  const [plural = '', name = '', subresource = ''] = parts.slice(at).map(decodeURIComponent)
  const end = at + (name === '' ? 1 : 2)
  const resource = isCore ? plural : `${plural}.${group}`
  return {
    resource: subresource === '' ? resource : `${resource}/${subresource}`,
    name,
    subresource,
    path: `/${parts.slice(0, end).join('/')}`,
  }
}

const ofNamespaces = new Set(['status', 'finalize'])

/** The position of the resource in a path: after `namespaces/NAME`, unless the request is about the namespace itself. */
function startOfResource(parts: readonly string[], at: number): number {
  const inside = parts[at] === 'namespaces' ? parts[at + 2] : undefined
  return inside === undefined || ofNamespaces.has(inside) ? at : at + 2
}

const verbs: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }

/** Writes down every write that passes through a fetch, with what it changed. */
export interface Observer {
  readonly steps: readonly ObservedStep[]
  readonly events: readonly ObservedEvent[]
  /** Names with a random ending, by what they begin with. */
  readonly randomNames: ReadonlyMap<string, string>
  /** The placeholder of a uid in recordings. */
  readonly uids: ReadonlyMap<string, string>
  /** Values of the labels that hold hashes, by first use. */
  readonly hashes: { readonly pods: Set<string>; readonly revisions: Set<string> }
  send(call: Call): Promise<Response>
}

interface Call {
  readonly actor: string
  readonly path: string
  readonly init: RequestInit
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  /** True if the request takes time. */
  readonly isSlow: boolean
}

const isRead = ({ init }: Call): boolean => (init.method ?? 'GET') === 'GET'

const isEventTarget = ({ resource }: Target): boolean => resource === 'events' || resource.startsWith('events.')

/** A request of a kubelet takes less time than one of a controller. */
const isQuick = ({ actor }: Call): boolean => actor === 'system:orchard:simulated-kubelet'

/** The names that a replay chose by chance, which differ from those of the recording. */
function createNames(): Pick<Observer, 'randomNames' | 'uids' | 'hashes'> & {
  learn(object: Loose, sent: Loose): void
} {
  const randomNames = new Map<string, string>()
  const uids = new Map<string, string>()
  const hashes = { pods: new Set<string>(), revisions: new Set<string>() }
  const learnHashes = ({ kind, metadata: { labels = {} } }: Loose): void => {
    if (labels['pod-template-hash']) hashes.pods.add(labels['pod-template-hash'])
    const revision = labels['controller.orch.io/hash'] ?? labels['controller-revision-hash']
    if (revision && kind === 'ControllerRevision') hashes.revisions.add(revision)
  }
  return {
    randomNames,
    uids,
    hashes,
    learn(object, sent) {
      const { name = '', uid = '' } = object.metadata
      const { name: wanted, generateName } = sent?.metadata ?? {}
      if (uid !== '' && object.kind !== undefined) uids.set(uid, `<uid of ${object.kind} ${name}>`)
      if (generateName && wanted === undefined && !randomNames.has(name)) randomNames.set(name, generateName)
      learnHashes(object)
    },
  }
}

/** The objects that the server writes itself on the way of another request: the use of quotas, and budgets of evictions. */
function resourceOfServer(path: string, requested: string): string | null {
  if (path.includes('/resourcequotas/')) return 'resourcequotas/status'
  const isOfEviction = path.includes('/poddisruptionbudgets/') && /\/pods\/[^/]+\/eviction/.test(requested)
  return isOfEviction ? 'poddisruptionbudgets.policy/status' : null
}

export function createObserver(time: VirtualTime, startMs: number): Observer {
  const versions = new Map<string, Loose>()
  const steps: ObservedStep[] = []
  const events: ObservedEvent[] = []
  const { learn, randomNames, uids, hashes } = createNames()
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void time.after(ms, resolve))
  const noteServerWrites = async (call: Call, ms: number): Promise<void> => {
    for (const [path, before] of versions) {
      const resource = resourceOfServer(path, call.path)
      if (before === undefined || resource === null || call.path.startsWith(path)) continue
      const after = await readBack(call, path)
      if (after === undefined || after.metadata.resourceVersion === before.metadata.resourceVersion) continue
      versions.set(path, after)
      const { name } = after.metadata
      steps.push({
        actor: 'system:apiserver',
        verb: 'update',
        resource,
        name,
        code: 200,
        ms,
        changes: diff(before, after),
      })
    }
  }
  const note = async (call: Call, target: Target, answer: { readonly status: number; readonly body: Loose }) => {
    const { status, body } = answer
    const verb = verbs[call.init.method ?? 'GET'] ?? 'get'
    if (isEventTarget(target) && status < 300 && verb === 'create') events.push(eventOf(body))
    if (isEventTarget(target) || target.resource.startsWith('leases')) return
    const sent = typeof call.init.body === 'string' ? JSON.parse(call.init.body) : undefined
    const { path, base } = baseOf(call, target, { verb, status, body, sent, ms: time.now() - startMs })
    const effect = status < 300 ? await noteObject({ call, target, base, path, body, sent }) : {}
    steps.push({ ...base, ...effect })
  }
  /** Notes the version of an object that a write made, and what the server itself wrote on the way. */
  const noteObject = async ({ call, target, base, path, body, sent }: Noted): Promise<Partial<ObservedStep>> => {
    const before = versions.get(path)
    const isAnswered = base.name === '' || (base.verb !== 'delete' && isWhole(body, target))
    const after = isAnswered ? body : await readBack(call, path)
    if (after?.metadata !== undefined) learn(after, sent)
    versions.set(path, after)
    if (call.actor !== 'system:serviceaccount:kube-system:resourcequota-controller')
      await noteServerWrites(call, base.ms)
    const isNew = base.verb === 'create' && target.subresource === ''
    return isNew ? { object: after } : { changes: diff(before, after ?? before) }
  }
  return {
    steps,
    events,
    randomNames,
    uids,
    hashes,
    async send(call) {
      if (/[?&]watch=/.test(call.path)) return call.fetch(call.path, call.init)
      if (call.isSlow) await sleep(isRead(call) || isQuick(call) ? latencyMs.read : latencyMs.write)
      time.begin()
      let response: Response
      let text = ''
      try {
        response = await call.fetch(call.path, call.init)
        text = await response.text()
        const body = text.startsWith('{') ? JSON.parse(text) : undefined
        if (!isRead(call)) await note(call, targetOf(call.path), { status: response.status, body })
      } finally {
        time.finish()
      }
      if (call.isSlow) await sleep(latencyMs.answer)
      const headers = new Headers(response.headers)
      return new Response(text === '' ? null : text, { status: response.status, headers })
    },
  }
}

interface Noted {
  readonly call: Call
  readonly target: Target
  readonly base: ObservedStep
  readonly path: string
  readonly body: Loose
  readonly sent: Loose
}

interface Answered {
  readonly verb: string
  readonly status: number
  readonly body: Loose
  readonly sent: Loose
  readonly ms: number
}

/** A step without what it changed, and the path of its object, of which a POST does not name the end. */
function baseOf(
  call: Call,
  target: Target,
  { verb, status, body, sent, ms }: Answered,
): { path: string; base: ObservedStep } {
  const name = target.name === '' ? (body?.metadata?.name ?? sent?.metadata?.name ?? '') : target.name
  const path = target.name === '' ? `${target.path}/${encodeURIComponent(name)}` : target.path
  const isCollection = verb === 'delete' && name === ''
  const { actor } = call
  return {
    path,
    base: { actor, verb: isCollection ? 'deletecollection' : verb, resource: target.resource, name, code: status, ms },
  }
}

const isWhole = (body: Loose, { subresource }: Target): boolean =>
  body?.metadata?.uid !== undefined && body.kind !== 'Status' && subresource !== 'scale'

/** Reads an object of which the answer to a write shows nothing. */
async function readBack({ fetch, init }: Call, path: string): Promise<Loose> {
  const response = await fetch(path, { method: 'GET', headers: init.headers ?? {} })
  return response.ok ? response.json() : undefined
}

function eventOf(event: Loose): ObservedEvent {
  const about = event.involvedObject ?? event.regarding ?? {}
  return {
    reason: event.reason,
    message: event.message ?? event.note ?? '',
    type: event.type,
    object: `${about.kind} ${about.name}`,
  }
}
