import { parseExactJson } from '#api/exact-json.ts'
import { isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import { CLUSTERS_PATH, type ClusterInfo } from '#facts/clusters-api.ts'
import { type DebugPutBack, REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { type Actor, getJson, postJson } from '#ui/model/api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'

/** A request of a bench. */
export interface TrialRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** `''` for none. */
  readonly body: string
  /** `''` without a body. */
  readonly contentType: string
}

/** A request with the server's answer. */
export interface TrialExchange {
  readonly request: TrialRequest
  readonly code: number
  /** Media type of the answer. */
  readonly type: string
  /** Text of the `Warning` header; `''` for none. */
  readonly warning: string
  /** Id of the request in the facts of the trial. */
  readonly id: number
  readonly text: string
  /** The answer if it is an object of the API and no Status. */
  readonly object: ApiObject | null
  /** The answer if it is a refusal. */
  readonly status: Status | null
}

/**
 * A branch in memory of the cluster that the page shows. It answers requests as the cluster would, changes nothing
 * there, and is gone after {@link Trial.end}. [MC12]
 */
export interface Trial {
  /** The revision at which it left the cluster. */
  readonly at: number
  send(request: TrialRequest, as: Actor): Promise<TrialExchange>
  /** Stores an object again as it was at the beginning. Returns its revision. @throws Refusal */
  putBack(key: string): Promise<number>
  /** Reads JSON of the trial, such as its `/debug/` endpoints. @throws Refusal */
  read<Value>(path: string): Promise<Value>
  /** Posts JSON to the trial. @throws Refusal */
  post<Value>(path: string, body: unknown): Promise<Value>
  end(): void
}

/** Reads the JSON of an answer; `null` if it is none. */
function readBody(text: string): Json {
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const isStatus = (body: Json): body is Json & Status => isObject(body) && body['kind'] === 'Status'
const isApiObject = (body: Json): body is ApiObject => isObject(body) && isObject(body['metadata'])

/** Sends a request to `prefix` and reads the answer. A refusal is an answer, too. */
async function exchange(fetcher: typeof fetch, prefix: string, request: TrialRequest): Promise<TrialExchange> {
  const { method, target, body, contentType } = request
  const response = await fetcher(`${prefix}${target}`, {
    method,
    headers: { accept: 'application/json', ...(contentType === '' ? {} : { 'content-type': contentType }) },
    ...(body === '' ? {} : { body }),
  })
  const text = await response.text()
  const answer = readBody(text)
  const id = Number(response.headers.get(REQUEST_ID_HEADER) ?? '0')
  const status = !response.ok && isStatus(answer) ? answer : null
  return {
    request,
    code: response.status,
    type: response.headers.get('content-type') ?? '',
    warning: response.headers.get('warning') ?? '',
    id,
    text,
    object: response.ok && isApiObject(answer) ? answer : null,
    status,
  }
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
    async putBack(key) {
      const { revision } = await postJson<DebugPutBack>(read, `${prefix}/debug/put-back`, { key, at: start })
      return revision
    },
    read: (path) => getJson(read, `${prefix}${path}`),
    post: (path, body) => postJson(read, `${prefix}${path}`, body),
    end: () => void read(`${CLUSTERS_PATH}/${name}`, { method: 'DELETE' }).catch(() => undefined),
  }
}
