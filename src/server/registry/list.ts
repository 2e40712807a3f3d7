import { ApiError, badRequest } from '#api/api-error.ts'
import type { ListMeta } from '#api/object-meta.ts'
import { type Revision, toRevision } from '#api/revision.ts'
import { encodeContinueToken, parseContinueToken } from '#server/storage/continue-token.ts'
import { StorageError } from '#server/storage/log.ts'
import type { ListAnswer } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import type { Registry, Scope } from './registry.ts'
import { requestVersion } from './resource-version.ts'
import { type Range, type Selection, toRange } from './selection.ts'
import { resourceExpired } from './storage-errors.ts'

/** The options of a list besides its selectors; `''` and 0 mean unset. */
export interface ListOptions {
  readonly resourceVersion: string
  readonly resourceVersionMatch: string
  readonly limit: number
  readonly continue: string
}

/** One page of a list, or the whole list. */
export interface Listing {
  readonly revision: Revision | 0
  readonly items: readonly StoredObject[]
  readonly meta: ListMeta
  /** The start of the next page, for the Pages panel. */
  readonly next: { readonly token: string; readonly startKey: string; readonly remaining: number | null } | null
}

const inconsistent = -1
const futurePollMs = 25
const futureWaitMs = 3000
const expiredContinue =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'

/** The revision and the position at which a page is read. */
interface Place {
  /** Exact revision; `undefined`: the newest. */
  readonly at: Revision | undefined
  readonly startKey: string | undefined
  readonly limit: number
  /** Set when the position came from a continue token. */
  readonly continued: boolean
}

/**
 * Reads one page of a collection. [LS1] [PG1] [RV4]
 * @throws ApiError BadRequest, Expired, Timeout (resourceVersion too large)
 */
export async function listObjects(
  registry: Registry,
  scope: Pick<Scope, 'definition' | 'namespace'>,
  options: ListOptions,
  selection: Selection,
): Promise<Listing> {
  const range = toRange(scope, selection)
  const place = await findPlace(registry, range.single ? { ...options, limit: 0 } : options, range)
  const answer = await readPage(registry, range, place)
  const nextKey = place.limit === 0 ? null : answer.nextKey
  const meta: ListMeta = { resourceVersion: String(answer.revision) }
  if (nextKey === null) return { revision: answer.revision, items: answer.items, meta, next: null }
  const token = encodeContinueToken({ startKey: nextKey, revision: answer.revision }, range.prefix)
  meta.continue = token
  if (selection.everything) meta.remainingItemCount = answer.remaining
  const remaining = selection.everything ? answer.remaining : null
  return { revision: answer.revision, items: answer.items, meta, next: { token, startKey: nextKey, remaining } }
}

async function findPlace(registry: Registry, options: ListOptions, range: Range): Promise<Place> {
  const { resourceVersion, resourceVersionMatch } = options
  // At resourceVersion 0 the reference serves lists from its watch cache, which ignores the limit.
  const limit = resourceVersion === '0' ? 0 : Math.max(0, options.limit)
  if (options.continue !== '') return continuedPlace(options, range, limit)
  const version = requestVersion(resourceVersion, (text) => badRequest(`invalid resource version: ${text}`))
  if (resourceVersion === '') {
    await catchUp(registry)
    return { ...newest, limit }
  }
  const exact = version > 0 && readsExactly(resourceVersionMatch, limit)
  if (exact) await waitUntilReached(registry, version, () => registry.objects.revision())
  else if (version > 0) await waitForRevision(registry, version)
  return { ...newest, at: exact ? toRevision(version) : registry.cache.at(), limit }
}

/** With a limit and no match, a version means exactly that version. [RV4] */
const readsExactly = (match: string, limit: number): boolean => match === 'Exact' || (match === '' && limit > 0)

/** Says what serves a list, for the stages of the request. [VM2] */
export function listSource({ resourceVersion, resourceVersionMatch, limit, ...options }: ListOptions): string {
  if (options.continue !== '') return 'the snapshot of the first page'
  if (resourceVersion === '') return 'the store'
  if (resourceVersion === '0' || !readsExactly(resourceVersionMatch, limit)) return 'the watch cache'
  return `the history at ${resourceVersion}`
}

const newest: Place = { at: undefined, startKey: undefined, limit: 0, continued: false }

function continuedPlace(options: ListOptions, range: Range, limit: number): Place {
  if (options.resourceVersion !== '' && options.resourceVersion !== '0')
    throw badRequest('specifying resource version is not allowed when using continue')
  const { startKey, revision } = parseContinueToken(options.continue, range.prefix)
  return { at: revision < 0 ? undefined : toRevision(revision), startKey, limit, continued: true }
}

async function readPage(registry: Registry, range: Range, place: Place): Promise<ListAnswer> {
  try {
    const { at, startKey, limit } = place
    if (place.continued && at !== undefined && at <= registry.otherLineUpTo)
      throw new StorageError('compacted', 'the revision is of another line of writes')
    return await registry.objects.list({ ...range, at, startKey, limit, rest: registry.rest })
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'compacted') throw error
    if (!place.continued || place.startKey === undefined)
      throw resourceExpired('The resourceVersion for the provided list is too old.')
    const token = encodeContinueToken({ startKey: place.startKey, revision: inconsistent }, range.prefix)
    throw resourceExpired(expiredContinue, { continue: token })
  }
}

/** Returns a 504 with the cause by which clients distinguish it from other timeouts. [RV5] */
export const tooLargeVersion = (wanted: number, current: number): ApiError =>
  new ApiError('Timeout', `Timeout: Too large resource version: ${wanted}, current: ${current}`, {
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
    headers: { 'retry-after': '1' },
  })

/** Waits a limited time for a revision that the watch cache has not seen yet. @throws ApiError Timeout [RV5] */
export const waitForRevision = (registry: Registry, wanted: number): Promise<void> =>
  waitUntilReached(registry, wanted, () => registry.cache.revision())

/**
 * Waits until the watch cache is fresh enough for a consistent read; after a timeout the read bypasses the cache. [WC3]
 */
async function catchUp(registry: Registry): Promise<void> {
  if (registry.cache.lagMs() === 0) return
  try {
    await waitForRevision(registry, registry.objects.revision())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

async function waitUntilReached({ clock }: Registry, wanted: number, current: () => number): Promise<void> {
  if (current() >= wanted) return
  const end = clock.now() + futureWaitMs
  while (current() < wanted) {
    if (clock.now() >= end) throw tooLargeVersion(wanted, current())
    await new Promise<void>((wake) => {
      clock.after(futurePollMs, wake)
    })
  }
}
