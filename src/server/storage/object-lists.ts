import { type Pieces, doneAtOnce, doneInPieces } from '#api/bodies/in-pieces.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import { endOfPrefix, keyAfter } from './keys.ts'
import type { Log, LogEntry, RangeAnswer } from './log.ts'
import type { ListAnswer, ListRequest } from './object-store.ts'
import type { StoredObject } from './stored-object.ts'

/** Makes the objects of entries. */
interface Viewer {
  of(entry: LogEntry, state: LogEntry): StoredObject
}

const LISTS_MAX = 200
/** The number of objects that are compared with a selector in one piece. */
const PIECE_LENGTH = 200

/** Reads lists, and gives the last one again while nothing was written: many clients list everything at once. */
export class Lists {
  readonly #log: Log
  readonly #views: Viewer
  /** The last list of each prefix and each of its pages, until their memory is needed. */
  readonly #last = new Map<string, WeakRef<ListAnswer>>()

  constructor(log: Log, views: Viewer) {
    this.#log = log
    this.#views = views
  }

  read(request: ListRequest): Soon<ListAnswer> {
    const { prefix, startKey = '', at, matches, limit = 0 } = request
    if (matches !== undefined) return list(this.#log, this.#views, request)
    const page = startKey === '' && limit === 0 ? prefix : `${prefix} ${startKey} ${limit}`
    const last = this.#last.get(page)?.deref()
    const isOutdated = at === undefined && last?.revision !== this.#log.revision()
    if (last === undefined || isOutdated) return this.#read(request, page)
    // Reads nothing but the revision, and whether it can be read.
    return soon(this.#log.range({ start: prefix, end: prefix, at }), ({ revision }) =>
      revision === last.revision ? last : this.#read(request, page),
    )
  }

  #read(request: ListRequest, page: string): Soon<ListAnswer> {
    return soon(list(this.#log, this.#views, request), (answer) => {
      // Not cached: reading an empty list again costs less than an entry of the cache.
      if (answer.items.length === 0) return answer
      if (this.#last.size >= LISTS_MAX) this.#last.clear()
      this.#last.set(page, new WeakRef(answer))
      return answer
    })
  }
}

function list(log: Log, views: Viewer, request: ListRequest): Soon<ListAnswer> {
  const { prefix, startKey: start = prefix, at, matches, limit = 0 } = request
  // With a selector the whole rest of the range is read: one read has one revision, and entries cost nothing before
  // they are decoded.
  const range = { start, end: endOfPrefix(prefix), at, limit: matches === undefined ? limit : 0 }
  return soon(log.range(range), (page) => {
    const pieces = answerInPieces(page, views, request)
    return request.rest === undefined ? doneAtOnce(pieces) : doneInPieces(pieces, request.rest)
  })
}

/** Makes the answer of a page that was read at one revision. A selector may have to decode every object. */
function* answerInPieces(page: RangeAnswer, views: Viewer, { matches, limit = 0 }: ListRequest): Pieces<ListAnswer> {
  const items: StoredObject[] = []
  let seen = 0
  for (const entry of page.entries) {
    if (limit > 0 && items.length === limit) break
    seen += 1
    if (matches !== undefined && seen % PIECE_LENGTH === 0) yield
    const stored = views.of(entry, entry)
    if (matches === undefined || matches(stored)) items.push(stored)
  }
  const last = page.entries[seen - 1]
  const remaining = page.remaining + page.entries.length - seen
  const nextKey = remaining === 0 || last === undefined ? null : keyAfter(last.key)
  return { revision: page.revision, items, nextKey, remaining }
}
