import type { Observed } from './seen-request.ts'

const byMethod: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch' }

function markOfWrite({ method, target, text }: Observed): string {
  if (/[?&]dryRun(?:=All)?(?:&|$)/.test(target)) return 'dry'
  if (method === 'DELETE') return text.includes('"deletionTimestamp"') ? 'asked' : 'delete'
  return method === 'PATCH' && target.includes('fieldManager=') ? 'apply' : (byMethod[method] ?? '')
}

/** Returns the mark that a request leaves in the learner's picture; `''` for none. [LSN14] */
export function requestMark(observed: Observed): string {
  const { method, target, code } = observed
  if (target.startsWith('/debug/')) return target.endsWith('/tokens') ? 'token' : ''
  if (code === 410) return 'gone'
  if (code >= 400) return 'refused'
  if (method !== 'GET') return markOfWrite(observed)
  if (/[?&]watch=/.test(target)) return 'watch'
  return /[?&](?:limit|continue)=/.test(target) ? 'page' : 'read'
}
