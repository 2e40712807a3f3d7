import { CLUSTERS_PATH, type ClusterInfo } from '#facts/clusters-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { type Actor, getJson, postJson } from '#ui/model/api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import {
  type Answers,
  exchange,
  exchangeInTurn,
  puttingBack,
  type SentAs,
  type TrialExchange,
  type TrialRequest,
} from './exchanges.ts'

/**
 * A branch in memory of the cluster that the page shows. It answers requests as the cluster would, changes nothing
 * there, and is gone after {@link Trial.end}. [MC12]
 */
export interface Trial {
  /** The revision at which it left the cluster. */
  readonly at: number
  send(request: TrialRequest, as: Actor): Promise<TrialExchange>
  /** Sends requests one after the other, with one message to the server for all of them. @throws Refusal */
  sendInTurn<const Sent extends readonly SentAs[]>(requests: Sent): Promise<Answers<Sent>>
  /** The request that stores an object again as it was at the beginning. */
  puttingBack(key: string): SentAs
  /** Sends a read to the trial as the page itself. */
  readonly fetch: typeof fetch
  /** Reads JSON of the trial, such as its `/debug/` endpoints. @throws Refusal */
  read<Value>(path: string): Promise<Value>
  /** Posts JSON to the trial. @throws Refusal */
  post<Value>(path: string, body: unknown): Promise<Value>
  end(): void
}

/** Starts a trial at revision `at`, by default the newest. @throws Refusal */
export async function startTrial(lab: Pick<Lab, 'read' | 'sendToTrial'>, at: number | null = null): Promise<Trial> {
  const { read } = lab
  const from = { type: 'trial', of: currentCluster(), ...(at === null ? {} : { at }) }
  const { name, origin } = await postJson<ClusterInfo>(read, CLUSTERS_PATH, { title: 'trial of a bench', from })
  const start = origin.type === 'trial' ? origin.at : 0
  const prefix = `/clusters/${name}`
  return {
    at: start,
    send: (request, as) => exchange(lab.sendToTrial(as), prefix, request),
    sendInTurn: (requests) => exchangeInTurn(read, prefix, requests),
    puttingBack: (key) => puttingBack(key, start),
    fetch: (path, init) => read(`${prefix}${String(path)}`, init),
    read: (path) => getJson(read, `${prefix}${path}`),
    post: (path, body) => postJson(read, `${prefix}${path}`, body),
    end: () => void read(`${CLUSTERS_PATH}/${name}`, { method: 'DELETE' }).catch(() => undefined),
  }
}
