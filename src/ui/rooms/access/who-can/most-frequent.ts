import { pageActor } from '#ui/model/api.ts'
import type { FinishedRequest } from '#facts/fact.ts'

export interface FrequentRow {
  readonly key: string
  readonly status: number
  readonly actor: string
  readonly verb: string
  /** The resource, or the path of a non-resource request. */
  readonly what: string
  readonly count: number
}

const lastRequests = 200
const rowsMax = 6

/** Groups the last requests, without the page's own, by user, verb, resource and outcome. [AR9] */
export function mostFrequent(requests: readonly FinishedRequest[]): readonly FrequentRow[] {
  const reported = requests
    .filter(({ actor, url }) => actor !== pageActor && actor !== '' && !pathOf(url).startsWith('/debug'))
    .slice(-lastRequests)
  const rows = new Map<string, FrequentRow>()
  for (const { actor, verb, url, status } of reported) {
    const what = resourceOf(pathOf(url))
    const key = JSON.stringify([actor, verb, what, status])
    const row = rows.get(key) ?? { key, status, actor, verb, what, count: 0 }
    rows.set(key, { ...row, count: row.count + 1 })
  }
  return [...rows.values()].toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).slice(0, rowsMax)
}

const pathOf = (url: string): string => (url.includes('://') ? new URL(url).pathname : (url.split('?')[0] ?? ''))

/** Returns `books`, `pods/log`, or the path itself. */
function resourceOf(path: string): string {
  const [root = '', ...rest] = path.split('/').slice(1)
  const below = root === 'api' ? rest.slice(1) : root === 'apis' ? rest.slice(2) : []
  const [first = '', , third] = below
  if (first === '') return path
  if (first !== 'namespaces' || third === undefined) return below.length > 2 ? `${first}/${below[2] ?? ''}` : first
  const isPart = ['status', 'finalize'].includes(third)
  if (isPart) return `namespaces/${third}`
  return below.length > 4 ? `${third}/${below[4] ?? ''}` : third
}
