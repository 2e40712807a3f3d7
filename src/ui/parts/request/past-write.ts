import type { RequestDraft } from '#ui/exchange/request-draft.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { hasClusters } from '#ui/parts/clusters/part.tsx'

const ofTheApi = /^\/apis?\//
/** Reviews are answered without storing anything. */
const reviews = /^\/apis\/(?:authorization|authentication)\./

/**
 * Returns the revision at which a branch begins when the draft is sent, because the page shows the past and the draft
 * would write; else `null`. [MC10]
 */
export function branchPoint(lab: Lab, { method, path, query }: RequestDraft): number | null {
  const { at } = lab.cursor.getState()
  if (at === null || method === 'GET' || !hasClusters(lab)) return null
  if (!ofTheApi.test(path) || reviews.test(path)) return null
  return query.some(({ name, value }) => name === 'dryRun' && value === 'All') ? null : at
}
