import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ControllerHost } from '#server/controllers/shared/controller.ts'
import { leasesPath } from './lease-holder.ts'

/** The duration of the leases that this host writes: it has lost one that it has not renewed for this long. */
const leaseMs = 15_000
/** A leader that could not renew for this long stops, well before another host may begin. */
const renewWithinMs = 10_000
const retryMs = 2_000

export interface ElectionOptions {
  readonly host: Pick<ControllerHost, 'fetch' | 'clock'>
  /** The name of the Lease in `kube-system`. */
  readonly lease: string
  /** Elapsed milliseconds: the wall clocks of hosts differ. */
  readonly monotonicMs: () => number
  /** Names this host; unique. */
  readonly identity: string
  onElected(): void
  /** Called when the lease was lost, and at the end if this host led. */
  onLost(): void
  /** Called when another candidate holds the lease, once for each holder. */
  onWaiting?(holder: string): void
}

/** Elects one of several candidates by a Lease, as components of the reference do. Returns a function that resigns. [ETC4] [LC115] */
export function joinElection(options: ElectionOptions): () => void {
  const election = new Election(options)
  election.round()
  return () => election.stop()
}

class Election {
  readonly #options: ElectionOptions
  /** The record of the other leader, and when this host saw it change. */
  #seen = { text: '', atMs: 0 }
  /** The holder that was reported last. */
  #holder = ''
  #renewedMs = 0
  #leads = false
  #stopped = false
  #cancel: () => void = () => undefined

  constructor(options: ElectionOptions) {
    this.#options = options
  }

  round(): void {
    void this.#try()
      .catch(() => false)
      .then((holds) => this.#conclude(holds))
  }

  stop(): void {
    this.#stopped = true
    this.#cancel()
    if (!this.#leads) return
    this.#lose()
    void this.#release().catch(() => undefined)
  }

  #conclude(holds: boolean): void {
    if (this.#stopped) return
    const nowMs = this.#options.monotonicMs()
    if (holds) {
      this.#renewedMs = nowMs
      if (!this.#leads) {
        this.#leads = true
        this.#options.onElected()
      }
    } else if (this.#leads && nowMs - this.#renewedMs > renewWithinMs) this.#lose()
    this.#cancel = this.#options.host.clock.after(retryMs, () => this.round())
  }

  #lose(): void {
    this.#leads = false
    this.#options.onLost()
  }

  get #path(): string {
    return `${leasesPath}/${this.#options.lease}`
  }

  /** Returns whether this host holds the lease now. */
  async #try(): Promise<boolean> {
    const lease = await this.#read()
    if (lease === null)
      return this.#send(leasesPath, 'POST', { metadata: { name: this.#options.lease }, spec: this.#spec(0, null) })
    const { spec, metadata } = lease
    const { holderIdentity: holder = '', leaseTransitions: count } = spec
    if (holder !== this.#options.identity && !this.#isFree(spec)) {
      if (this.#leads) this.#lose()
      if (holder !== this.#holder) this.#options.onWaiting?.(String(holder))
      this.#holder = String(holder)
      return false
    }
    this.#holder = ''
    const transitions = typeof count === 'number' ? count : 0
    const next =
      holder === this.#options.identity
        ? this.#spec(transitions, spec['acquireTime'])
        : this.#spec(transitions + 1, null)
    // The resourceVersion in the metadata makes the write lose against another candidate.
    return this.#send(this.#path, 'PUT', { metadata, spec: next })
  }

  /**
   * A lease is free when nobody holds it, or its holder was silent by this host's own clock for the duration that the
   * holder wrote into it: another component may have been started with a longer one.
   */
  #isFree(spec: JsonObject): boolean {
    const nowMs = this.#options.monotonicMs()
    const text = `${String(spec['holderIdentity'])} ${String(spec['renewTime'])}`
    if (text !== this.#seen.text) this.#seen = { text, atMs: nowMs }
    const { leaseDurationSeconds: seconds } = spec
    const silentMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : leaseMs
    return (spec['holderIdentity'] ?? '') === '' || nowMs - this.#seen.atMs > silentMs
  }

  #spec(leaseTransitions: number, acquireTime: Json | undefined): JsonObject {
    const now = new Date(this.#options.host.clock.now()).toISOString().replace('Z', '000Z')
    return {
      holderIdentity: this.#options.identity,
      leaseDurationSeconds: leaseMs / 1000,
      acquireTime: acquireTime ?? now,
      renewTime: now,
      leaseTransitions,
    }
  }

  async #release(): Promise<void> {
    const lease = await this.#read()
    if (lease === null || lease.spec['holderIdentity'] !== this.#options.identity) return
    await this.#send(this.#path, 'PUT', { ...lease, spec: { ...lease.spec, holderIdentity: '' } })
  }

  async #read(): Promise<{ readonly metadata: JsonObject; readonly spec: JsonObject } | null> {
    const answer = await this.#options.host.fetch(this.#path)
    const body = (await answer.json()) as Json
    if (answer.status === 404) return null
    if (!answer.ok || !isObject(body)) throw new Error(`the lease could not be read: ${answer.status}`)
    const { metadata, spec } = body
    return { metadata: isObject(metadata) ? metadata : {}, spec: isObject(spec) ? spec : {} }
  }

  async #send(path: string, method: string, body: JsonObject): Promise<boolean> {
    const headers = { 'content-type': 'application/json', 'user-agent': 'orch-leader-election' }
    const answer = await this.#options.host.fetch(path, { method, headers, body: JSON.stringify(body) })
    await answer.body?.cancel()
    return answer.ok
  }
}
