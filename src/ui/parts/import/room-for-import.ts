import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { bytesText } from '#ui/model/words.ts'
import type { ImportPlan } from './documents.ts'

/** Field managers take about as much as the fields that they own; the key and the columns of an entry come on top. */
const storedBytes = (object: ImportPlan['document']['object']): number =>
  2 * printExactJson(object as Json).length + 300

/** Kept free, as for a new cluster. */
const MARGIN_BYTES = 1024 * 1024

/** Returns what the browser still grants this origin; `null` where it does not say. */
export async function freeInBrowser(): Promise<number | null> {
  if (typeof navigator === 'undefined') return null
  // Old browsers have no storage manager.
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? null : quota - usage
}

/** Returns why documents are not sent at all: they do not fit. `''` if they do. [MC14] */
export function roomProblem(plans: readonly ImportPlan[], free: number | null): string {
  const needed = plans.reduce((sum, { document }) => sum + storedBytes(document.object), 0)
  if (free === null || needed + MARGIN_BYTES <= free) return ''
  return `Nothing was sent: these documents need about ${bytesText(needed)}, and ${bytesText(Math.max(0, free))} are free. Delete a cluster or expire history first.`
}
