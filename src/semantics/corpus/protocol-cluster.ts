import { type JsonObject, isObject } from '#api/json.ts'
import { toRevision } from '#api/revision.ts'
import { createApiServer } from '#server/apiserver.ts'
import { everyKind } from '#server/kind-sets/every-kind.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'

interface Answer {
  readonly status: number
  readonly body: JsonObject
  readonly retryAfter: string | null
}

interface WatchAnswer extends Answer {
  readonly events: readonly { readonly type: string; readonly name: string; readonly code: number }[]
}

/** A server in this process with some history: objects a, b, c exist at `<past>`, then a is changed and d is created. */
export interface Cluster {
  readonly collection: string
  /** The values of the placeholders in the tables. */
  readonly marks: ReadonlyMap<string, string>
  readonly newest: number
  namesAtPast(limit: string | null): readonly string[]
  ask(path: string, query?: Readonly<Record<string, string>>): Promise<Answer>
  /** Watches the collection until no more events arrive. Creates an object `live` after the watch has started. */
  watch(query: Readonly<Record<string, string>>): Promise<WatchAnswer>
  close(): void
}

const collection = '/api/v1/namespaces/default/configmaps'
const silenceMs = 60

export async function createCluster(): Promise<Cluster> {
  const log = createMemoryLog({ clock: systemClock })
  let names = 0
  const random = (length: number): string => String(names++).padStart(length, 'x')
  const uid = (): string => crypto.randomUUID()
  const server = createApiServer({ kinds: everyKind, log, clock: systemClock, uid, random })

  const send = async (method: string, path: string, body?: JsonObject): Promise<Answer> => {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return toAnswer(await server.fetch(new Request(`http://corpus.invalid${path}`, { method, ...init })))
  }
  const ask: Cluster['ask'] = (path, query = {}) => send('GET', `${path}?${new URLSearchParams(query).toString()}`)
  const create = (name: string, n = name): Promise<Answer> =>
    send('POST', collection, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { n } })
  const version = async (): Promise<string> => versionOf((await ask(collection)).body)

  const compacted = versionOf((await create('old')).body)
  await send('DELETE', `${collection}/old`)
  const forgotten = await version()
  for (const name of ['a', 'b', 'c']) await create(name)
  const past = await version()
  const page = await ask(collection, { limit: '2' })
  await send('PUT', `${collection}/a`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
    data: { n: 'newest' },
  })
  await create('d')
  await log.compact(toRevision(Number(forgotten)))
  const marks = new Map([
    ['<past>', past],
    ['<compacted>', compacted],
    ['<future>', String(Number(await version()) + 1000)],
    ['<token>', String(metadataOf(page.body).continue)],
  ])

  const watch: Cluster['watch'] = async (query) => {
    const url = `http://corpus.invalid${collection}?${new URLSearchParams({ watch: '1', ...query }).toString()}`
    const response = await server.fetch(new Request(url))
    if (response.status !== 200) return { ...(await toAnswer(response)), events: [] }
    await create('live')
    const events = await readEvents(response)
    return { status: 200, body: {}, retryAfter: null, events }
  }
  return {
    collection,
    marks,
    newest: Number(await version()),
    namesAtPast: (limit) => ['a', 'b', 'c'].slice(0, limit === null ? 3 : Number(limit)),
    ask,
    watch,
    close: () => server.close(),
  }
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isDocument = response.headers.get('content-type')?.includes('json') === true && !text.includes('\n{')
  const body: unknown = isDocument && text !== '' ? JSON.parse(text) : {}
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, body: isObject(body as JsonObject) ? (body as JsonObject) : {}, retryAfter }
}

const metadataOf = (body: JsonObject): JsonObject => (isObject(body.metadata) ? body.metadata : {})
const versionOf = (body: JsonObject): string => String(metadataOf(body).resourceVersion)

async function readEvents(response: Response): Promise<WatchAnswer['events']> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader !== undefined) {
    const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), silenceMs))
    const chunk = await Promise.race([reader.read(), silence])
    if (chunk === null || chunk.done) break
    text += decoder.decode(chunk.value, { stream: true })
  }
  await reader?.cancel()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { type, object } = JSON.parse(line) as { type: string; object: JsonObject }
      return { type, name: String(metadataOf(object).name), code: Number(object.code) }
    })
}
