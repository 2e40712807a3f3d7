import { parseExactJson } from '#api/exact-json.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import type { WatchEvent } from '#api/watch-event.ts'
import type { ObjectList } from './api-client.ts'
import { readLines } from './read-lines.ts'
import { readText } from './read-text.ts'
import { readRefusal, Refusal } from './refusal.ts'

export interface FollowOptions {
  readonly fetch: typeof fetch
  /** Path of the collection, without a query. */
  readonly path: string
  /** Restricts the collection. Default: all objects. */
  readonly fieldSelector?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Called with the whole collection, first and again after each 410. */
  readonly onList: (items: readonly ApiObject[]) => void
  readonly onEvent: (event: WatchEvent<ApiObject>) => void
  /** Delays the watch after a list. It begins at the list's version, so no event is missed. */
  readonly beforeWatch?: () => Promise<void>
  /** Waits before a retry after a failure, and before an ended stream is reopened. */
  readonly pause: (ms: number) => Promise<void>
  /** Called when a request fails, before the pause. */
  readonly onFailure?: () => void
  /**
   * Delay before an ended stream is resumed, so that one that ends at once does not cause a tight loop. Default:
   * none.
   */
  readonly resumeAfterMs?: number
}

const pauseMsMax = 10_000

/**
 * Keeps the caller's copy of a collection up to date, as a reflector does: lists it, then watches from the list's
 * resourceVersion. An ended stream is resumed after the last version seen; a 410 lists again. Ends with the signal.
 */
export async function followCollection(options: FollowOptions): Promise<void> {
  let failures = 0
  while (!options.signal.aborted) {
    try {
      const version = await listOnce(options)
      failures = 0
      await options.beforeWatch?.()
      await watchOn(options, version)
    } catch (error) {
      if (options.signal.aborted) return
      if (!(error instanceof Error)) throw error
      failures += 1
      options.onFailure?.()
      await options.pause(Math.min(pauseMsMax, 100 * 2 ** failures))
    }
  }
}

const init = ({ headers = {}, signal }: FollowOptions): RequestInit => ({
  headers: { accept: 'application/json', ...headers },
  signal,
})

const selection = ({ fieldSelector }: FollowOptions): Record<string, string> =>
  fieldSelector === undefined ? {} : { fieldSelector }

async function listOnce(options: FollowOptions): Promise<string> {
  const query = new URLSearchParams(selection(options)).toString()
  const response = await options.fetch(query === '' ? options.path : `${options.path}?${query}`, init(options))
  if (!response.ok) throw await readRefusal(response)
  const { metadata, items } = parseExactJson(await readText(response)) as JsonObject & ObjectList
  options.onList(items)
  return metadata.resourceVersion ?? ''
}

/** Watches until the history after `from` is compacted. */
async function watchOn(options: FollowOptions, from: string): Promise<void> {
  let version = from
  while (!options.signal.aborted) {
    const query = new URLSearchParams({
      watch: '1',
      allowWatchBookmarks: 'true',
      resourceVersion: version,
      ...selection(options),
    })
    const response = await options.fetch(`${options.path}?${query}`, init(options))
    if (response.status === 410) return
    if (!response.ok || response.body === null) throw await readRefusal(response)
    for await (const event of readEvents(response.body)) {
      if (isExpired(event)) return
      version = event.object.metadata.resourceVersion ?? version
      if (event.type !== 'BOOKMARK') options.onEvent(event)
    }
    if (options.resumeAfterMs !== undefined && !options.signal.aborted) await options.pause(options.resumeAfterMs)
  }
}

/** Reports whether the event is a 410. @throws Refusal for every other ERROR event */
function isExpired({ type, object }: WatchEvent): boolean {
  if (type !== 'ERROR') return false
  const status = object as Status
  if (status.code === 410) return true
  throw new Refusal(status)
}

/** Yields the events of a watch as they arrive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<WatchEvent<ApiObject>> {
  for await (const lines of readLines(body)) yield* lines.map((line) => parseExactJson(line) as WatchEvent<ApiObject>)
}
