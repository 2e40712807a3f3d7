import { textOf } from '#api/json.ts'
import { toRevision } from '#api/revision.ts'
import type { Author } from '#server/storage/log.ts'

/** Facts that a host stores beside a value: they are no part of the object. */
export interface WriteNote {
  /** Identifies the attempt, so that its writer recognizes it if the answer was lost. */
  readonly id: string
  readonly timeMs: number
  readonly author: Author
}

export interface DecodedValue {
  readonly value: Uint8Array
  /** `null` for a value that another program wrote. */
  readonly note: WriteNote | null
  /** The client that wrote last, if the value names it. */
  readonly manager?: string
  /** The value cannot be read, for this reason: `value` are its bytes. Reads of the key fail. */
  readonly fault?: string
}

/** Translates keys and values of the log to those of etcd. */
export interface EtcdCodec {
  /** All keys of the log, and no others, start with it in etcd. */
  readonly prefix: string
  keyOf(key: string): string
  /** The inverse of `keyOf`, for keys that start with the prefix; `null` for a key that is not one of the log. */
  logKeyOf(etcdKey: string): string | null
  /** Values carry notes. Without, a host recognizes its writes by their bytes. */
  readonly hasNotes: boolean
  /** `key` is the key of the log, here and in `decode`. */
  encode(value: Uint8Array, note: WriteNote, key: string): Uint8Array
  decode(bytes: Uint8Array, key: string): DecodedValue
  /** Says why a host must not start on a store with this value; `null` if it may. */
  refusal?(bytes: Uint8Array): string | null
}

const NEWLINE = 0x0a
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Orchard's own form: the value as it is, a line feed, and the note as one line of JSON. `root` is the beginning of all
 * keys of the log, which `prefix` replaces. `host` names this host in what it writes; authors of other hosts carry the name
 * of theirs. [ETC10]
 */
export const ownCodec = (prefix: string, root: string, host: string = ''): EtcdCodec => ({
  prefix,
  hasNotes: true,
  keyOf: (key) => prefix + key.slice(root.length),
  logKeyOf: (etcdKey) => root + etcdKey.slice(prefix.length),
  encode(value, { id, timeMs, author: { actor, verb, manager, cause } }) {
    const line = encoder.encode(
      JSON.stringify({ id, timeMs, actor, verb, manager, cause, ...(host !== '' && { host }) }),
    )
    const bytes = new Uint8Array(value.length + 1 + line.length)
    bytes.set(value)
    bytes[value.length] = NEWLINE
    bytes.set(line, value.length + 1)
    return bytes
  },
  decode(bytes) {
    const end = bytes.lastIndexOf(NEWLINE)
    const note = end < 0 ? null : readNote(decoder.decode(bytes.subarray(end + 1)), host)
    return note === null ? { value: bytes, note } : { value: bytes.subarray(0, end), note }
  },
})

function readNote(line: string, ownHost: string): WriteNote | null {
  let note: unknown
  try {
    note = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof note !== 'object' || note === null || !('id' in note) || !('timeMs' in note)) return null
  const { id, timeMs } = note
  if (typeof id !== 'string' || typeof timeMs !== 'number') return null
  const text = (name: 'actor' | 'verb' | 'manager' | 'host'): string => {
    const value: unknown = name in note ? Reflect.get(note, name) : ''
    return textOf(value)
  }
  const host = text('host')
  const author = {
    actor: text('actor'),
    verb: text('verb'),
    manager: text('manager'),
    ...(host !== ownHost && { host }),
  }
  const cause: unknown = 'cause' in note ? note.cause : undefined
  return { id, timeMs, author: typeof cause === 'number' ? { ...author, cause: toRevision(cause) } : author }
}
