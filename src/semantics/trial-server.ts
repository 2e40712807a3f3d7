import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Fact } from '#facts/fact.ts'
import { type ApiServer, type ApiServerOptions, createApiServer } from '#server/apiserver.ts'
import { everyKind } from '#server/kind-sets/every-kind.ts'
import { createSimulatedClock, type SimulatedClock } from '#server/debug/simulated-clock.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import type { Log } from '#server/storage/log.ts'

/** Loosely typed on purpose: tests read any field of a response. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface TrialServer {
  readonly server: ApiServer
  readonly clock: SimulatedClock
  readonly log: Log
  readonly facts: readonly Fact[]
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  patch(path: string, body: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
  watch(path: string): Promise<Watching>
}

/** An open watch, read event by event. */
export interface Watching {
  readonly status: number
  /** Returns the next `count` events; fewer if the stream ends. */
  next(count: number): Promise<{ type: string; object: ApiObject & JsonObject }[]>
  /** Returns the next chunk as it was received. */
  chunk(): Promise<string | null>
  close(): Promise<void>
}

/** Starts a whole server in memory, with a clock that only tests advance. */
export function startServer(options: Partial<ApiServerOptions> = {}): TrialServer {
  const clock = createSimulatedClock()
  clock.setFrozen(true)
  const log = options.log ?? createMemoryLog({ clock })
  const facts: Fact[] = []
  let names = 0
  const server = createApiServer({
    kinds: everyKind,
    log,
    clock,
    uid: () => crypto.randomUUID(),
    random: (length) => `${(names += 1)}`.padStart(length, 'x'),
    report: (fact) => facts.push(fact),
    freeze: true,
    ...options,
  })
  return { server, clock, log, facts, ...callsOf((request, path) => server.fetch(request, { rawTarget: path })) }
}

/** The calls of a test on any server that answers requests. */
export type Calls = Pick<TrialServer, 'send' | 'get' | 'post' | 'put' | 'patch' | 'delete' | 'watch'>

export function callsOf(fetch: (request: Request, path: string) => Promise<Response>): Calls {
  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Request => {
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    return new Request(`http://test${path}`, { method, body: text, headers: { ...type, ...headers } })
  }
  const send: Calls['send'] = async (method, path, body, headers) => {
    const response = await fetch(request(method, path, body, headers), path)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parse(text) }
  }
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body, { 'content-type': 'application/merge-patch+json' }),
    delete: (path, body) => send('DELETE', path, body),
    watch: async (path) => toWatching(await fetch(request('GET', path), path)),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toWatching(response: Response): Watching {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let left = ''
  const chunk = async (): Promise<string | null> => {
    const read = await reader?.read()
    return read === undefined || read.done ? null : decoder.decode(read.value)
  }
  return {
    status: response.status,
    chunk,
    async next(count) {
      while (left.split('\n').length <= count) {
        const more = await chunk()
        if (more === null) break
        left += more
      }
      const lines = left.split('\n')
      left = lines.slice(count).join('\n')
      return lines
        .slice(0, count)
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    },
    close: async () => reader?.cancel(),
  }
}

export const configMaps = '/api/v1/namespaces/default/configmaps'
export const configMap = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { k: 'v' },
  ...more,
})
/** Returns the names of the items of a list. */
export const namesOf = (list: { items: readonly ApiObject[] }): readonly (string | undefined)[] =>
  list.items.map(({ metadata }) => metadata.name)
