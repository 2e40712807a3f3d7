import { toRevision } from '#api/revision.ts'
import type { LogEntry } from '#server/storage/log.ts'
import type { KeyEvent, KeyValue } from '#etcd/client/messages.ts'
import type { DecodedValue, EtcdCodec, WriteNote } from '#etcd/codec.ts'
import type { Attempts } from './attempts.ts'

type Unnoted = Pick<WriteNote, 'timeMs' | 'author'>

/** The author of a write by another program, and of deletions by other hosts: etcd keeps nothing of them. */
const unnoted = (nowMs: number): Unnoted => ({ timeMs: nowMs, author: { actor: '', verb: '', manager: '', host: '' } })

/** Returns the entry of a key as a snapshot has it. */
export const entryOfKey = (codec: EtcdCodec, kv: KeyValue, nowMs: number): LogEntry =>
  toEntry(codec, kv, { ...codec.decode(kv.value), nowMs })

function toEntry(codec: EtcdCodec, kv: KeyValue, read: DecodedValue & { readonly nowMs: number }): LogEntry {
  const { value, note, nowMs } = read
  const { timeMs, author } = note ?? unnoted(nowMs)
  return {
    revision: toRevision(kv.modRevision),
    key: codec.logKeyOf(kv.key),
    value,
    created: toRevision(kv.createRevision),
    previous: 0,
    timeMs,
    author,
  }
}

/** Input of {@link entryOfEvent} besides the event. */
export interface EventContext {
  readonly codec: EtcdCodec
  readonly attempts: Attempts
  readonly nowMs: number
  /** Returns the version of a key before the event, which may be a deletion. */
  readonly before: (key: string) => LogEntry | undefined
}

/** Returns the entry of an event, and tells it to the attempts of this host that may have caused it. */
export function entryOfEvent({ type, kv }: KeyEvent, context: EventContext): LogEntry {
  const newest = context.before(context.codec.logKeyOf(kv.key))
  const live = newest === undefined || newest.value === null ? null : newest
  return type === 'put' ? entryOfPut(kv, context, live) : entryOfDeletion(kv, context, live)
}

function entryOfPut(kv: KeyValue, { codec, attempts, nowMs }: EventContext, live: LogEntry | null): LogEntry {
  const decoded = codec.decode(kv.value)
  const entry: LogEntry = { ...toEntry(codec, kv, { ...decoded, nowMs }), previous: live?.revision ?? 0 }
  const { note } = decoded
  if (note !== null) for (const attempt of attempts.ofNote(note)) attempt.entry = entry
  return entry
}

function entryOfDeletion(kv: KeyValue, { codec, attempts, nowMs }: EventContext, live: LogEntry | null): LogEntry {
  const key = codec.logKeyOf(kv.key)
  const revision = toRevision(kv.modRevision)
  const previous: LogEntry['previous'] = live?.revision ?? 0
  const concerned = attempts.ofDeletion(key, previous)
  const { timeMs, author } = concerned[0]?.note ?? unnoted(nowMs)
  const entry: LogEntry = { revision, key, value: null, created: live?.created ?? revision, previous, timeMs, author }
  for (const attempt of concerned) attempt.entry = entry
  return entry
}
