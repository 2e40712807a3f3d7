import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { DeleteOptions } from './delete-options.ts'
import { toTimestamp } from '#server/registry/metadata/object-meta.ts'
import type { Scope } from '#server/registry/registry.ts'

/** The result of applying the grace period to a DELETE. */
export type Grace =
  /** No grace period: the object is removed at once, unless it has finalizers. */
  | { readonly type: 'none' }
  /** Already marked, with an equal or shorter grace period: nothing changes. */
  | { readonly type: 'pending' }
  /** `next` is the object marked for deletion; with 0 seconds it is removed immediately afterwards. */
  | { readonly type: 'marked'; readonly next: ApiObject; readonly seconds: number }

/** Decides between the cases above; a grace period can only be shortened. [DE6] */
export function beginGrace({ strategy, context }: Scope, live: ApiObject, options: DeleteOptions): Grace {
  if (strategy.gracePeriodSeconds === undefined) return { type: 'none' }
  const requested = options.gracePeriodSeconds === undefined ? undefined : atLeastOne(options.gracePeriodSeconds)
  if (live.metadata.deletionTimestamp !== undefined) return shorten(live, requested, context.nowMs)
  const seconds = strategy.gracePeriodSeconds(live, requested)
  if (seconds === null) return { type: 'none' }
  const next = cloneJson(live)
  next.metadata.deletionTimestamp = toTimestamp(context.nowMs + toMs(seconds))
  next.metadata.deletionGracePeriodSeconds = seconds
  bumpGeneration(next)
  return { type: 'marked', next, seconds }
}

/**
 * Converts seconds to milliseconds with the overflow of Go's time.Duration: 64-bit nanoseconds that wrap around.
 * Seconds may be a `bigint`.
 */
function toMs(seconds: number): number {
  if (Math.abs(Number(seconds)) < SECONDS_MAX) return Number(seconds) * 1000
  return Number(BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n) / 1_000_000n)
}

const SECONDS_MAX = 9_000_000_000

/** Negative grace periods become one second. */
const atLeastOne = (seconds: number): number => (seconds < 0 ? 1 : seconds)

function shorten(live: ApiObject, requested: number | undefined, nowMs: number): Grace {
  const present = atLeastOne(live.metadata.deletionGracePeriodSeconds ?? 0)
  if (present === 0) return { type: 'none' }
  if (requested === undefined || requested >= present) return { type: 'pending' }
  const begun = Date.parse(live.metadata.deletionTimestamp ?? '') - toMs(present)
  const wanted = begun + toMs(requested)
  const past = wanted < nowMs
  // The new grace period is over already: leave one second for the component that terminates the object.
  const seconds = past && requested !== 0 ? 1 : requested
  const next = cloneJson(live)
  next.metadata.deletionTimestamp = toTimestamp(past ? nowMs : wanted)
  next.metadata.deletionGracePeriodSeconds = seconds
  return { type: 'marked', next, seconds }
}

const bumpGeneration = ({ metadata }: ApiObject): void => {
  if ((metadata.generation ?? 0) > 0) metadata.generation = (metadata.generation ?? 0) + 1
}

/** Sets the state in which an object waits for its finalizers. Changes `next`. [DE1] */
export function markForFinalizers(next: ApiObject, nowMs: number): void {
  const { metadata } = next
  if (metadata.deletionTimestamp === undefined) bumpGeneration(next)
  if (metadata.deletionTimestamp === undefined || Date.parse(metadata.deletionTimestamp) > nowMs)
    metadata.deletionTimestamp = toTimestamp(nowMs)
  metadata.deletionGracePeriodSeconds = 0
}
