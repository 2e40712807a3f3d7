import type { TerminalBody, TerminalClient, TerminalRequest } from '#facts/terminal.ts'

const CLIENTS_MAX = 20
const REQUESTS_MAX = 2
const BODIES_MAX = 200
const BODY_CHARACTERS_MAX = 100_000

interface Entry {
  readonly program: string
  readonly version: string
  readonly user: string
  requestCount: number
  last: TerminalRequest[]
}

/** `kubectl/v1.33.1 (linux/amd64) kubernetes/8adc0f0` is kubectl, 1.33.1. */
function programOf(userAgent: string): { readonly program: string; readonly version: string } {
  const [, program = 'a client', version = ''] = /^([^/\s]{1,60})(?:\/v?([0-9][^\s]{0,20}))?/.exec(userAgent) ?? []
  return { program, version }
}

/** The clients of a bridge with their last requests. */
export class TerminalRequests {
  readonly #clients = new Map<string, Entry>()
  readonly #bodies = new Map<number, TerminalBody>()
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Adds a request; the returned function changes it. */
  begin({
    method,
    target,
    userAgent,
    user,
    startMs,
  }: {
    readonly method: string
    readonly target: string
    readonly userAgent: string
    readonly user: string
    readonly startMs: number
  }): (change: Partial<Pick<TerminalRequest, 'status' | 'isOpen' | 'auditId'>>) => void {
    const key = `${user}\n${userAgent}`
    const entry = this.#clients.get(key) ?? { ...programOf(userAgent), user, requestCount: 0, last: [] }
    // The map is in the order of the newest requests.
    this.#clients.delete(key)
    this.#clients.set(key, entry)
    for (const oldest of this.#clients.keys()) {
      if (this.#clients.size <= CLIENTS_MAX) break
      this.#clients.delete(oldest)
    }
    const id = (this.#count += 1)
    entry.requestCount += 1
    const made: TerminalRequest = { id, method, target, status: null, isOpen: true, startMs, auditId: '' }
    entry.last = keepLast([made, ...entry.last])
    return (change) => {
      entry.last = entry.last.map((request) => (request.id === id ? { ...request, ...change } : request))
    }
  }

  /** Keeps a write by the server's number of the request, for recordings. [RCD1] */
  keepBody(id: number, sent: TerminalBody): void {
    if (id === 0 || sent.body.length > BODY_CHARACTERS_MAX) return
    this.#bodies.set(id, sent)
    for (const oldest of this.#bodies.keys()) {
      if (this.#bodies.size <= BODIES_MAX) break
      this.#bodies.delete(oldest)
    }
  }

  bodyOf(id: number): TerminalBody | undefined {
    return this.#bodies.get(id)
  }

  list(): readonly TerminalClient[] {
    return [...this.#clients.values()].toReversed().map((entry) => ({ ...entry }))
  }
}

/** Keeps an open stream rather than what ended. */
function keepLast(requests: readonly TerminalRequest[]): TerminalRequest[] {
  const [newest, ...rest] = requests
  if (newest === undefined) return []
  const open = rest.filter(({ isOpen }) => isOpen)
  const ended = rest.filter(({ isOpen }) => !isOpen)
  return [newest, ...[...open, ...ended].slice(0, REQUESTS_MAX - 1)]
}
