import { ApiError, badRequest } from '#api/api-error.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { CLUSTERS_PATH, type ClusterWords, type DebugClusters, type NewCluster } from '#facts/clusters-api.ts'
import { readMomentFields } from '#share/moment-fields.ts'
import { Unreadable } from '#share/unreadable.ts'
import type { Clusters } from './clusters.ts'
import type { MomentQuery } from './moment.ts'

const BODY_CHARACTERS_MAX = 4096
/** A moment carries the content of a cluster. */
const MOMENT_CHARACTERS_MAX = 96 * 1024 * 1024

/**
 * Serves `/debug/clusters`; `null` for other paths. Every cluster of a host gets it as `debugMore`, so that a request
 * passes the filters of the cluster that it was sent to. [MC3]
 * @throws ApiError
 */
export async function controlClusters(
  clusters: Clusters<never>,
  request: Request,
  path: string,
): Promise<Response | null> {
  if (!isClustersPath(path)) return null
  const [name = '', action = '', ...more] = path.slice(CLUSTERS_PATH.length + 1).split('/')
  if (more.length > 0) return null
  if (name === '') return controlList(clusters, request)
  if (action === 'restore' || action === 'promote') {
    allow(request, ['POST'])
    return Response.json(await clusters[action](name))
  }
  if (action === 'moment') return controlMoment(clusters, request, name)
  if (action !== '') return null
  allow(request, ['PATCH', 'DELETE'])
  if (request.method === 'DELETE') return Response.json(await clusters.remove(name))
  const { title } = await readBody(request)
  if (typeof title !== 'string') throw badRequest('title is a string')
  return Response.json(await clusters.rename(name, title))
}

const isClustersPath = (path: string): boolean => path === CLUSTERS_PATH || path.startsWith(`${CLUSTERS_PATH}/`)

async function controlMoment(clusters: Clusters<never>, request: Request, name: string): Promise<Response> {
  allow(request, ['GET'])
  return Response.json(await clusters.moment(name, readMomentQuery(new URL(request.url).searchParams)))
}

async function controlList(clusters: Clusters<never>, request: Request): Promise<Response> {
  allow(request, ['GET', 'POST'])
  if (request.method === 'POST') {
    return Response.json(await clusters.create(readNewCluster(await readBody(request, MOMENT_CHARACTERS_MAX))), {
      status: 201,
    })
  }
  const answer: DebugClusters = { clusters: await clusters.list() }
  return Response.json(answer)
}

function allow({ method }: Request, methods: readonly string[]): void {
  if (!methods.includes(method)) throw new ApiError('MethodNotAllowed', `use ${methods.join(' or ')}`)
}

async function readBody(request: Request, charactersMax = BODY_CHARACTERS_MAX): Promise<JsonObject> {
  const text = await request.text()
  if (text.length > charactersMax) throw new ApiError('RequestEntityTooLarge', `more than ${charactersMax} characters`)
  let body: Json
  try {
    body = JSON.parse(text) as Json
  } catch (error) {
    throw badRequest(`the body is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isObject(body)) throw badRequest('the body is a JSON object')
  return body
}

function readNewCluster({ title, from, vocabulary = 'orch', isTemporary }: JsonObject): NewCluster {
  if (typeof title !== 'string') throw badRequest('title is a string')
  if (from === undefined || !isObject(from)) throw badRequest('from is an object')
  const { type } = from
  if (type === 'sample' || type === 'empty')
    return { title, from: { type }, vocabulary: readWords(vocabulary, type), ...readTemporary(isTemporary, type) }
  if (type === 'moment') return readFromMoment(title, from)
  if (type !== 'copy' && type !== 'branch' && type !== 'trial')
    throw badRequest('from.type is sample, empty, copy, branch, trial or moment')
  return { title, from: { type, ...readSource(from) } }
}

const readTemporary = (value: Json | undefined, type: 'sample' | 'empty'): Pick<NewCluster, 'isTemporary'> =>
  value === true && type === 'empty' ? { isTemporary: true } : {}

function readWords(vocabulary: Json, type: 'sample' | 'empty'): ClusterWords {
  // A server with the words of kubernetes has these in place of `orch`.
  if (vocabulary !== 'orch' && vocabulary !== 'kubernetes')
    throw badRequest(`this server does not have the vocabulary ${JSON.stringify(vocabulary)}`)
  if (vocabulary === 'kubernetes' && type === 'sample')
    throw badRequest('a cluster with the words of kubernetes begins empty')
  return vocabulary
}

function readSource({ of, at }: JsonObject): { readonly of: string; readonly at?: number } {
  if (typeof of !== 'string') throw badRequest('from.of is the name of a cluster')
  if (at === undefined) return { of }
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 1) throw badRequest('from.at is a revision')
  return { of, at }
}

const DIGEST_CHARACTERS_MAX = 100

function readFromMoment(title: string, { moment: fields, digest, isReadOnly }: JsonObject): NewCluster {
  if (typeof digest !== 'string' || digest.length > DIGEST_CHARACTERS_MAX)
    throw badRequest('from.digest is a short text')
  try {
    const moment = readMomentFields(fields)
    const from = { type: 'moment', moment, digest, isReadOnly: isReadOnly === true } as const
    return { title, from, vocabulary: moment.vocabulary }
  } catch (error) {
    if (error instanceof Unreadable) throw badRequest(`from.moment: ${error.message}`)
    throw error
  }
}

function readMomentQuery(query: URLSearchParams): MomentQuery {
  const at = query.get('at')
  if (at !== null && !/^[1-9][0-9]{0,14}$/.test(at)) throw badRequest('at is a revision')
  return {
    ...(at === null ? {} : { at: Number(at) }),
    isStateOnly: query.get('state') === '1',
    keepsSecrets: query.get('secrets') === '1',
  }
}
