import type { ClusterWords } from '#facts/clusters-api.ts'
import type { TerminalClient, TerminalRequest, TerminalStatus } from '#facts/terminal.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import { countText } from '#ui/model/words.ts'

/** The text of the chip in the header; `''` for none. */
export function chipText({ state, clients }: TerminalStatus): string {
  if (state === 'connected') return clients.length === 0 ? 'Terminal' : countText(clients.length, 'client')
  return state === 'asked'
    ? 'Allow terminal?'
    : state === 'connecting'
      ? 'Connecting'
      : state === 'lost'
        ? 'No bridge'
        : ''
}

/** A file name for a cluster's kubeconfig. */
const fileName = (cluster: string): string => `${cluster.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'orchard'}.yaml`

/** The command that starts a bridge. */
export const bridgeCommand = (cluster: string, vocabulary: ClusterWords, page: string): string =>
  [
    'npx orchard bridge',
    ...(vocabulary === 'kubernetes' ? [`--vocabulary kubernetes --tls --kubeconfig ./${fileName(cluster)}`] : []),
    ...(page === 'http://localhost:5173' ? [] : [`--page ${page}`]),
  ].join(' ')

/** The commands for a first request. */
export const firstRequest = ({ server, kubeconfigPath }: TerminalStatus): string =>
  kubeconfigPath === '' ? `curl ${server}/api/v1/namespaces` : `KUBECONFIG=${kubeconfigPath} kubectl get namespaces`

/** Hides the token of a kubeconfig: it is copied, never shown. */
export const withoutToken = (kubeconfig: string): string =>
  kubeconfig.replace(/^(\s*token: ).*$/gm, '$1••••••••').replace(/^(\s*[a-z-]+-data: )(\S{16})\S+$/gm, '$1$2…')

/** `…/shop/cronjobs?watch=true`: the end of a target, which tells requests apart. */
export function shortTarget(target: string): string {
  const [path = '', query] = target.split('?', 2)
  const parts = path.split('/')
  const short = parts.length > 4 ? `…/${parts.slice(-2).join('/')}` : path
  return query === undefined ? short : `${short}?${query}`
}

/** One line of the list of clients: the first of a client names it. */
export interface ClientRow {
  readonly key: string
  readonly client: TerminalClient | null
  readonly user: string
  readonly request: TerminalRequest
  /** The revision that the request wrote, 0 for none. */
  readonly wrote: number
}

const ROWS_MAX = 8

/** Returns the lines; what the server said about a request comes from its log, by the audit id. */
export function clientRows(
  clients: readonly TerminalClient[],
  finished: readonly FinishedRequest[],
): readonly ClientRow[] {
  const byAudit = new Map(finished.map((request) => [request.auditId, request]))
  return clients
    .flatMap((client) =>
      client.last.map((request, at): ClientRow => {
        const known = request.auditId === '' ? undefined : byAudit.get(request.auditId)
        return {
          key: String(request.id),
          client: at === 0 ? client : null,
          user: client.user === '' ? (known?.actor ?? '') : client.user,
          request,
          wrote: known?.wrote ?? 0,
        }
      }),
    )
    .slice(0, ROWS_MAX)
}

/** `0:42`: how long a stream has been open. */
export function openText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
