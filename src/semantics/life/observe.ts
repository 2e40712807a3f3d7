import { diff } from './diff.ts'
import type { Loose, ObservedEvent, ObservedStep } from './recording.ts'
import type { VirtualTime } from './virtual-time.ts'

/** How long a request of a controller takes, before and after the server answers it. */
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
  const group = parts[0] === 'api' ? '' : (parts[1] ?? '')
  let at = parts[0] === 'api' ? 2 : 3
  const isNamespaced =
    parts[at] === 'namespaces' && parts.length > at + 2 && !['status', 'finalize'].includes(parts[at + 2] ?? '')
  if (isNamespaced) at += 2
  const [plural = '', name = '', subresource = ''] = parts.slice(at).map(decodeURIComponent)
  const end = at + (name === '' ? 1 : 2)
  return {
    resource: `${plural}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`,
    name,
    subresource,
    path: `/${parts.slice(0, end).join('/')}`,
  }
}

const verbs: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }

/** Writes down every write that passes through a fetch, with what it changed. */
export interface Observer {
  readonly steps: readonly ObservedStep[]
  readonly events: readonly ObservedEvent[]
  /** Names with a random ending, by what they begin with. */
  readonly randomNames: ReadonlyMap<string, string>
  /** What recordings call a uid. */
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
  /** Whether the request takes time. */
  readonly isSlow: boolean
}

/** Kubelets are quicker than controllers. */
const isQuick = ({ actor }: Call): boolean => actor === 'system:orchard:simulated-kubelet'

export function createObserver(time: VirtualTime, startMs: number): Observer {
  const versions = new Map<string, Loose>()
  const steps: ObservedStep[] = []
  const events: ObservedEvent[] = []
  const randomNames = new Map<string, string>()
  const uids = new Map<string, string>()
  const hashes = { pods: new Set<string>(), revisions: new Set<string>() }
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void time.after(ms, resolve))
  const learn = (object: Loose, sent: Loose): void => {
    const { name = '', generateName, labels = {}, uid = '' } = object.metadata ?? {}
    if (uid !== '' && object.kind !== undefined) uids.set(uid, `<uid of ${object.kind} ${name}>`)
    if (generateName && sent?.metadata?.name === undefined && !randomNames.has(name) && sent?.metadata?.generateName)
      randomNames.set(name, generateName)
    if (labels['pod-template-hash']) hashes.pods.add(labels['pod-template-hash'])
    const revision = labels['controller.orch.io/hash'] ?? labels['controller-revision-hash']
    if (revision && object.kind === 'ControllerRevision') hashes.revisions.add(revision)
  }
  /** What the server itself wrote on the way: the use of quotas, and the evictions that budgets count. */
  const noteServerWrites = async (call: Call, ms: number): Promise<void> => {
    for (const [path, before] of versions) {
      const resource = /\/resourcequotas\//.test(path)
        ? 'resourcequotas/status'
        : /\/pods\/[^/]+\/eviction/.test(call.path) && /\/poddisruptionbudgets\//.test(path)
          ? 'poddisruptionbudgets.policy/status'
          : null
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
    const sent = typeof call.init.body === 'string' ? JSON.parse(call.init.body) : undefined
    const isOk = status < 300
    const isEvent = target.resource === 'events' || target.resource.startsWith('events.')
    if (isEvent && isOk && verb === 'create') events.push(eventOf(body))
    if (isEvent || target.resource.startsWith('leases')) return
    const { path, base } = baseOf(call, target, { verb, status, body, sent, ms: time.now() - startMs })
    const { name } = base
    const isNew = verb === 'create' && target.subresource === ''
    if (!isOk) {
      steps.push(base)
      return
    }
    const before = versions.get(path)
    const isObject = verb !== 'delete' && isWhole(body, target)
    const after = isObject || name === '' ? body : await readBack(call, path)
    if (after?.metadata !== undefined) learn(after, sent)
    versions.set(path, after)
    if (call.actor !== 'system:serviceaccount:kube-system:resourcequota-controller')
      await noteServerWrites(call, base.ms)
    steps.push({
      ...base,
      ...(isNew ? { object: after } : { changes: diff(before, after ?? before) }),
    })
  }
  return {
    steps,
    events,
    randomNames,
    uids,
    hashes,
    async send(call) {
      const method = call.init.method ?? 'GET'
      const isWatch = /[?&]watch=/.test(call.path)
      if (isWatch) return call.fetch(call.path, call.init)
      if (call.isSlow) await sleep(method === 'GET' || isQuick(call) ? latencyMs.read : latencyMs.write)
      time.begin()
      let response: Response
      let text = ''
      try {
        response = await call.fetch(call.path, call.init)
        text = await response.text()
        if (method !== 'GET') {
          const body = text.startsWith('{') ? JSON.parse(text) : undefined
          await note(call, targetOf(call.path), { status: response.status, body })
        }
      } finally {
        time.finish()
      }
      if (call.isSlow) await sleep(latencyMs.answer)
      const headers = new Headers(response.headers)
      return new Response(text === '' ? null : text, { status: response.status, headers })
    },
  }
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
