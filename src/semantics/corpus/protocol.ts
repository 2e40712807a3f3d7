import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { type Family, type Outcome, judge, readCases } from './family.ts'
import { type Cluster, createCluster } from './protocol-cluster.ts'

interface ListOptionsCase {
  readonly id: string
  readonly query: Readonly<Record<string, string>>
  readonly watchListEnabled: boolean
  readonly errors: readonly string[]
}

type Row = { readonly expect: string } & { readonly [parameter: string]: string | null }

interface ListWatch {
  readonly upstreamListOptions?: readonly ListOptionsCase[]
  readonly specListMatrix?: readonly Row[]
  readonly specGet?: readonly Row[]
  readonly specWatch?: readonly Row[]
}

export const protocol: Family = {
  name: 'protocol',
  async run(dir) {
    const cases = readCases<ListWatch>(dir, 'protocol/list-watch.json')
    if (cases === null) return null
    const cluster = await createCluster()
    // Reads of future versions wait, so all run concurrently. Each watch has a separate cluster.
    const outcomes = await Promise.all([
      ...(cases.upstreamListOptions ?? []).map((each) => tryOptions(cluster, each)),
      ...(cases.specListMatrix ?? []).map((row) => tryList(cluster, row)),
      ...(cases.specGet ?? []).map((row) => tryGet(cluster, row)),
      ...(cases.specWatch ?? []).map(async (row) => tryWatch(await createCluster(), row)),
    ])
    cluster.close()
    return outcomes
  },
}

async function tryOptions(cluster: Cluster, each: ListOptionsCase): Promise<Outcome> {
  if (!each.watchListEnabled && each.errors.some((error) => error.includes('WatchList')))
    return { id: each.id, result: 'skipped', note: 'streaming lists are on here' }
  const answer = await cluster.ask(cluster.collection, { ...each.query, timeoutSeconds: '1' })
  const details = isObject(answer.body.details) ? answer.body.details : {}
  const causes = Array.isArray(details.causes) ? details.causes : []
  const errors = causes.map((cause) => (isObject(cause) ? `${String(cause.field)}: ${String(cause.message)}` : ''))
  return judge(each.id, errors.sort(), [...each.errors].sort())
}

/** Returns the query parameters with the placeholders, such as `<past>`, replaced. */
function toQuery(cluster: Cluster, row: Row): Readonly<Record<string, string>> {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(row))
    if (name !== 'expect' && value !== null) query[name] = cluster.marks.get(value) ?? value
  return query
}

async function tryList(cluster: Cluster, row: Row): Promise<Outcome> {
  const id = `list ${JSON.stringify(row)}`
  const { status, body, retryAfter } = await cluster.ask(cluster.collection, toQuery(cluster, row))
  const past = Number(cluster.marks.get('<past>'))
  const version = Number(isObject(body.metadata) ? body.metadata.resourceVersion : Number.NaN)
  switch (row.expect) {
    case 'MostRecent':
      return judge(id, { status, isNewest: version >= cluster.newest }, { status: 200, isNewest: true })
    case 'Any':
      return judge(id, status, 200)
    case 'NotOlderThan':
      return judge(id, { status, isNew: version >= past }, { status: 200, isNew: true })
    case 'Exact':
    case 'ContinueExact':
      return judge(
        id,
        { status, version, count: itemNames(body) },
        { status: 200, version: past, count: row.expect === 'Exact' ? cluster.namesAtPast(row.limit ?? null) : ['c'] },
      )
    default:
      return judgeRefusal(id, row.expect, { status, body, retryAfter })
  }
}

const itemNames = (body: JsonObject): readonly Json[] =>
  Array.isArray(body.items)
    ? body.items.map((item) => (isObject(item) && isObject(item.metadata) ? (item.metadata.name ?? null) : null))
    : []

interface Refusal {
  readonly status: number
  readonly body: JsonObject
  readonly retryAfter: string | null
}

/**
 * If the table and the recordings of 1.34 disagree, the recordings count: a version that is not a number is a 500 for
 * get and watch instead of a 400, and `Invalid` options are a 422 instead of a 400.
 */
function judgeRefusal(id: string, expected: string, { status, body, retryAfter }: Refusal): Outcome {
  if (expected.startsWith('410')) return judge(id, status, 410)
  if (expected.startsWith('504')) {
    const told = expected.includes('message') ? String(body.message).includes('Too large resource version') : true
    return judge(id, { isWait: status === 504 || retryAfter !== null, told }, { isWait: true, told: true })
  }
  const isUnparsable = status === 500 && String(body.message).includes('strconv.ParseUint')
  const isRefused = status === 400 || status === 422 || isUnparsable || (expected.includes('504') && status === 504)
  return judge(id, { status, isRefused }, { status, isRefused: true })
}

async function tryGet(cluster: Cluster, row: Row): Promise<Outcome> {
  const id = `get ${JSON.stringify(row)}`
  const answer = await cluster.ask(`${cluster.collection}/a`, toQuery(cluster, row))
  const { status, body } = answer
  switch (row.expect) {
    case 'MostRecent':
    case 'NotOlderThan':
      return judge(id, { status, data: body.data }, { status: 200, data: { n: 'newest' } })
    case 'Any':
      return judge(id, status, 200)
    default:
      return judgeRefusal(id, row.expect, answer)
  }
}

async function tryWatch(cluster: Cluster, row: Row): Promise<Outcome> {
  const id = `watch ${JSON.stringify(row)}`
  const answer = await cluster.watch(toQuery(cluster, row))
  cluster.close()
  const types = answer.events.map(({ type, name }) => `${type} ${name}`)
  if (row.expect.startsWith('synthetic'))
    return judge(id, types, ['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d', 'ADDED live'])
  if (row.expect.startsWith('only events')) return judge(id, types, ['MODIFIED a', 'ADDED d', 'ADDED live'])
  if (row.expect.startsWith('waits')) return judge(id, { status: answer.status, types }, { status: 200, types: [] })
  if (row.expect.startsWith('410')) {
    const isGone = answer.status === 410 || answer.events.some(({ type, code }) => type === 'ERROR' && code === 410)
    return judge(id, isGone, true)
  }
  return judgeRefusal(id, row.expect, { status: answer.status, body: answer.body, retryAfter: null })
}
