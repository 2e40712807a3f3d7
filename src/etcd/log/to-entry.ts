import { toRevision } from '#api/revision.ts'
import type { LogEntry } from '#server/storage/log.ts'
import type { KeyEvent, KeyValue } from '#etcd/client/messages.ts'
import type { DecodedValue, EtcdCodec, WriteNote } from '#etcd/codec.ts'
import type { Attempt, Attempts } from './attempts.ts'
import { noteFault } from './faulty-entries.ts'

type Unnoted = Pick<WriteNote, 'timeMs' | 'author'>

/** The author of a write by another program, and of deletions by other hosts: etcd keeps nothing of them. */
const unnoted = (nowMs: number, manager = ''): Unnoted => ({
  timeMs: nowMs,
  author: { actor: '', verb: '', manager, host: '' },
})

/** Returns the entry of a key as a snapshot has it; `null` for a key that is not one of the log. */
export function entryOfKey(codec: EtcdCodec, kv: KeyValue, nowMs: number): LogEntry | null {
  const key = codec.logKeyOf(kv.key)
  if (key === null) return null
  const decoded = codec.decode(kv.value, key)
  const note = decoded.note ?? unnoted(nowMs, decoded.manager)
  return toEntry(kv, decoded, { key, previous: 0, note })
}

function toEntry(
  kv: KeyValue,
  { value, fault }: DecodedValue,
  { key, previous, note }: Pick<LogEntry, 'key' | 'previous'> & { readonly note: Unnoted },
): LogEntry {
  const { timeMs, author } = note
  const [revision, created] = [toRevision(kv.modRevision), toRevision(kv.createRevision)]
  const entry: LogEntry = { revision, key, value, created, previous, timeMs, author }
  if (fault !== undefined) noteFault(entry, fault)
  return entry
}

/** Input of {@link entryOfEvent} besides the event. */
export interface EventContext {
  readonly codec: EtcdCodec
  readonly attempts: Attempts
  readonly nowMs: number
  /** Returns the version of a key before the event, which may be a deletion. */
  readonly before: (key: string) => LogEntry | undefined
}

/**
 * Returns the entry of an event, and reports it to the attempts of this host that may have caused it. `null` for a key that
 * is not one of the log.
 */
export function entryOfEvent({ type, kv }: KeyEvent, context: EventContext): LogEntry | null {
  const key = context.codec.logKeyOf(kv.key)
  if (key === null) return null
  const newest = context.before(key)
  const live = newest === undefined || newest.value === null ? null : newest
  return type === 'put' ? entryOfPut(kv, key, context, live) : entryOfDeletion(kv, key, context, live)
}

function entryOfPut(
  kv: KeyValue,
  key: string,
  { codec, attempts, nowMs }: EventContext,
  live: LogEntry | null,
): LogEntry {
  const previous: LogEntry['previous'] = live?.revision ?? 0
  const own = attempts.ofBytes(key, previous, kv.value)
  const decoded = ownValue(codec, own) ?? codec.decode(kv.value, key)
  // By its note where the mirror knows another version before it, as it may after events were lost.
  const concerned = own.length === 0 && codec.hasNotes ? attempts.ofNote(decoded.note) : own
  const note = decoded.note ?? concerned[0]?.note ?? unnoted(nowMs, decoded.manager)
  const entry = toEntry(kv, decoded, { key, previous, note })
  for (const attempt of concerned) attempt.entry = entry
  return entry
}

/** The value of an attempt is not decoded again where the codec stores it as it is. */
function ownValue({ hasNotes }: EtcdCodec, [own]: readonly Attempt[]): DecodedValue | null {
  if (!hasNotes || own === undefined || own.write.value === null) return null
  return { value: own.write.value, note: own.note }
}

function entryOfDeletion(
  kv: KeyValue,
  key: string,
  { attempts, nowMs }: EventContext,
  live: LogEntry | null,
): LogEntry {
  const revision = toRevision(kv.modRevision)
  const previous: LogEntry['previous'] = live?.revision ?? 0
  const concerned = attempts.ofDeletion(key, previous)
  const { timeMs, author } = concerned[0]?.note ?? unnoted(nowMs)
  const entry: LogEntry = { revision, key, value: null, created: live?.created ?? revision, previous, timeMs, author }
  for (const attempt of concerned) attempt.entry = entry
  return entry
}
