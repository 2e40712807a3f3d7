import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import { objectKey } from '#ui/model/objects-state.ts'
import type { ReadEvent } from '#client/event-reader.ts'

/** The way in which the client reads its stream. */
export type Pace = 'full' | 'slow' | 'stopped'

/** The way in which the client fills its cache: by a list, or by a watch that begins with the objects. */
export type Filling = 'list' | 'stream'

/** The state of the bench, as the address contains it: `stream~off~stopped`. */
export interface InformerChoice {
  readonly filling: Filling
  readonly bookmarks: boolean
  readonly pace: Pace
}

const paces: readonly Pace[] = ['full', 'slow', 'stopped']

export function readChoice(text: string): InformerChoice {
  const [filling, bookmarks, pace] = text.split('~')
  return {
    filling: filling === 'stream' ? 'stream' : 'list',
    bookmarks: bookmarks !== 'off',
    pace: paces.find((one) => one === pace) ?? 'full',
  }
}

export const choiceText = ({ filling, bookmarks, pace }: InformerChoice): string =>
  `${filling}~${bookmarks ? 'on' : 'off'}~${pace}`

export type Cache = ReadonlyMap<string, ApiObject>

/** A request of the client or what became of its connection, for the log of the bench. */
export interface TrailLine {
  readonly id: number
  readonly words: string
  /** HTTP code of the answer; 0 for an event that is none. */
  readonly code: number
}

export interface InformerState {
  /** Path of the collection; `''` for none. */
  readonly path: string
  readonly phase: 'idle' | 'filling' | 'watching' | 'stopped' | 'broken'
  readonly cache: Cache
  /** The last version that the client saw, from which it resumes; `''` before its first answer. */
  readonly version: string
  /** The version at which the cache was filled last. */
  readonly filledAt: string
  readonly eventCount: number
  readonly bookmarkCount: number
  readonly bytes: number
  /** The refusal of a watch whose version was no longer kept; `null` before the first. */
  readonly expired: Status | null
  /** Number of times that the client filled its cache again. */
  readonly refills: number
  /** Keys whose objects the last refill changed. */
  readonly refilled: ReadonlySet<string>
  /** Oldest first. */
  readonly trail: readonly TrailLine[]
  /** The error with which the client gave up; `''` if it did not. */
  readonly refused: string
}

export const idle: InformerState = {
  path: '',
  phase: 'idle',
  cache: new Map(),
  version: '',
  filledAt: '',
  eventCount: 0,
  bookmarkCount: 0,
  bytes: 0,
  expired: null,
  refills: 0,
  refilled: new Set(),
  trail: [],
  refused: '',
}

const TRAIL_MAX = 40

export function withTrail(state: InformerState, words: string, code = 0): InformerState {
  const id = (state.trail.at(-1)?.id ?? 0) + 1
  return { ...state, trail: [...state.trail, { id, words, code }].slice(-TRAIL_MAX) }
}

const versionOf = (object: ApiObject | undefined): string => object?.metadata.resourceVersion ?? ''

/** Replaces the cache by the objects of a list or of a stream's begin. */
export function filled(state: InformerState, objects: readonly ApiObject[], version: string): InformerState {
  const cache = new Map(objects.map((object) => [objectKey(object), object]))
  const isRefill = state.filledAt !== ''
  const keys = [...new Set([...state.cache.keys(), ...cache.keys()])]
  const changed = keys.filter((key) => versionOf(state.cache.get(key)) !== versionOf(cache.get(key)))
  return {
    ...state,
    cache,
    version,
    filledAt: version,
    refills: state.refills + (isRefill ? 1 : 0),
    refilled: new Set(isRefill ? changed : []),
  }
}

/** Applies events in their order, as an informer does. A bookmark moves the version only. [IF1] */
export function withEvents(state: InformerState, events: readonly ReadEvent[]): InformerState {
  const cache = new Map(state.cache)
  let { version, bookmarkCount, eventCount, bytes } = state
  for (const { event, bytes: size } of events) {
    bytes += size
    version = event.object.metadata.resourceVersion ?? version
    if (event.type === 'BOOKMARK') bookmarkCount += 1
    else {
      eventCount += 1
      if (event.type === 'DELETED') cache.delete(objectKey(event.object))
      else cache.set(objectKey(event.object), event.object)
    }
  }
  return { ...state, cache, version, bookmarkCount, eventCount, bytes }
}
