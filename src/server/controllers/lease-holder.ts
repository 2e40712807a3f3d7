import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { followCollection } from '#client/follow.ts'
import type { ControllerHost } from '#server/controllers/shared/controller.ts'

/** The duration of a lease that names none. */
const leaseMs = 15_000
/** The path of the Leases by which components of the control plane agree. */
export const leasesPath = '/apis/coordination.orch.io/v1/namespaces/kube-system/leases'

export interface HolderOptions {
  readonly host: Pick<ControllerHost, 'fetch' | 'clock'>
  /** The name of the Lease in `kube-system`. */
  readonly lease: string
  /** Elapsed milliseconds: the wall clocks of hosts differ. */
  readonly monotonicMs: () => number
  readonly headers?: Readonly<Record<string, string>>
  /** Called when nobody holds the Lease: first, or after {@link onHeld}. */
  onFree(): void
  /** Called when another component holds the Lease. */
  onHeld(holder: string): void
}

/**
 * Follows who holds a Lease, and never asks for it. A holder that is silent for the duration that it wrote holds it no
 * longer. Returns a function that ends this. [LC118]
 */
export function followHolder({ host, lease, monotonicMs, headers, onFree, onHeld }: HolderOptions): () => void {
  const { fetch, clock } = host
  const ending = new AbortController()
  let seen = { text: '', atMs: 0 }
  /** The holder that was told last; `''` for none. */
  let told: string | null = null
  let cancel = (): void => undefined
  const conclude = (holder: string): void => {
    if (holder === told) return
    const isFirst = told === null || told === '' || holder === ''
    told = holder
    if (holder === '') onFree()
    else if (isFirst) onHeld(holder)
  }
  const judge = (spec: JsonObject): void => {
    cancel()
    if (ending.signal.aborted) return
    const { holderIdentity: holder = '', renewTime, leaseDurationSeconds: seconds } = spec
    const text = `${String(holder)} ${String(renewTime)}`
    if (text !== seen.text) seen = { text, atMs: monotonicMs() }
    const durationMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : leaseMs
    const leftMs = seen.atMs + durationMs - monotonicMs()
    if (holder === '' || leftMs <= 0) return conclude('')
    conclude(String(holder))
    cancel = clock.after(leftMs, () => judge(spec))
  }
  const specOf = (object: ApiObject | undefined): JsonObject => {
    const spec = object?.['spec']
    return isObject(spec) ? spec : {}
  }
  void followCollection({
    fetch,
    path: leasesPath,
    fieldSelector: `metadata.name=${lease}`,
    ...(headers !== undefined && { headers }),
    signal: ending.signal,
    pause: (ms) => new Promise((resolve) => void clock.after(ms, resolve)),
    onList: ([first]) => judge(specOf(first)),
    onEvent: ({ type, object }) => judge(type === 'DELETED' ? {} : specOf(object)),
  })
  return () => {
    cancel()
    ending.abort()
  }
}
