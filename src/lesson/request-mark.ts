import { type Json, valueAt } from '#api/json.ts'
import type { Observed } from './seen-request.ts'

const byMethod: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch' }

/** Every write can name its field manager; only its media type says that a patch is an apply. */
const isApply = ({ method, sentType }: Observed): boolean =>
  method === 'PATCH' && sentType.trim().toLowerCase().startsWith('application/apply-patch+')

function markOfWrite(observed: Observed): string {
  const { method, target, text } = observed
  if (/[?&]dryRun(?:=All)?(?:&|$)/.test(target)) return 'dry'
  if (method === 'DELETE') return text.includes('"deletionTimestamp"') ? 'asked' : 'delete'
  return isApply(observed) ? 'apply' : (byMethod[method] ?? '')
}

/** An ERROR of a watch that says that history is gone. */
const isGone = (event: Json): boolean => valueAt(event, ['object', 'code']) === 410

/** Returns the mark that a request leaves in the learner's picture. [LSN14] */
export function requestMark(observed: Observed): string {
  const { method, target, code, events } = observed
  if (code === 410 || events.some(isGone)) return 'gone'
  if (code >= 400) return 'refused'
  // Configuration files, tokens and faults of the world are no writes of objects.
  if (target.startsWith('/debug/') && method !== 'GET') return 'token'
  if (method !== 'GET') return markOfWrite(observed)
  if (/[?&]watch=/.test(target)) return 'watch'
  return /[?&](?:limit|continue)=/.test(target) ? 'page' : 'read'
}
