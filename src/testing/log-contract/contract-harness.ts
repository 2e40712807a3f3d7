import { type Revision, toRevision } from '#api/revision.ts'
import { endOfPrefix } from '#server/storage/keys.ts'
import { type Appended, type Log, type LogEntry, StorageError, type StorageErrorCode } from '#server/storage/log.ts'

/** Abilities of a log beyond the contract, and controls of its factory for tests. */
export interface LogAbilities {
  /** Its storage can be reopened. */
  readonly reopen: boolean
  /** Its disk can be told to refuse writes. */
  readonly refuse: boolean
  /** It shares its counter with other stores, so revisions have gaps, and its storage does not keep authors of deletions. */
  readonly isShared?: boolean
}

/** A log under test, with the operations that its factory supports. */
export interface LogHarness {
  /** Empty at the start of each case. */
  readonly log: Log
  /** See {@link LogAbilities}. */
  readonly isShared?: boolean
  /** Closes the log and reopens its storage. Absent for logs that do not persist. */
  readonly reopen?: (() => Promise<Log>) | undefined
  /** Makes the disk refuse the next group with this error. Absent if the disk cannot be controlled. */
  readonly refuseNext?: ((error: StorageError) => void) | undefined
}

/** One behaviour that every log must have. Its name starts with the rule's id. */
export interface LogCase {
  readonly name: string
  /** Only for logs that are not shared. */
  readonly isLocal?: boolean
  run(harness: LogHarness): Promise<void>
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
export const AUTHOR = { actor: 'alice', verb: 'create', manager: 'contract' } as const
/** The range of all keys. */
export const EVERYTHING = { start: '', end: endOfPrefix('') } as const

export const bytes = (text: string): Uint8Array => encoder.encode(text)
export const text = (entry: LogEntry | null): string | null =>
  entry === null || entry.value === null ? null : decoder.decode(entry.value)
export const at = (count: number): Revision => toRevision(count)

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

export function assertEqual(actual: unknown, expected: unknown, what = 'value'): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`)
}

/** Asserts that `work` fails with a StorageError of `code`. */
export async function assertFails(work: () => unknown, code: StorageErrorCode): Promise<void> {
  let answer: unknown
  try {
    answer = await work()
  } catch (error) {
    if (error instanceof StorageError && error.code === code) return
    throw new Error(`${code} was expected, not ${String(error)}`, { cause: error })
  }
  throw new Error(`${code} was expected, not the answer ${JSON.stringify(answer)}`)
}

/** Makes a write that must succeed. `value` null deletes. */
export async function put(log: Log, key: string, value: string | null, expected: number = 0): Promise<LogEntry> {
  const answer = await tryPut(log, key, value, expected)
  if (answer.type === 'lost') throw new Error(`the write of ${key} at ${expected} lost to ${text(answer.winner)}`)
  return answer.entry
}

export const tryPut = (log: Log, key: string, value: string | null, expected: number): Promise<Appended> =>
  log.append({ key, expected: at(expected), value: value === null ? null : bytes(value), author: AUTHOR })

/** Returns `key=value` for all that `log` holds at `revision`. */
export async function contentOf(log: Log, revision?: number): Promise<string[]> {
  const page = await log.range({ ...EVERYTHING, at: revision === undefined ? undefined : at(revision) })
  return page.entries.map((entry) => `${entry.key}=${text(entry)}`)
}

/** A watcher that records events as `revision key=value<before`. */
export interface Seen {
  readonly events: string[]
  readonly revisions: number[]
  ended: 'no' | 'closed' | StorageErrorCode
  stop(): void
}

export function see(log: Log, prefix: string, after: number): Seen {
  const seen: Seen = { events: [], revisions: [], ended: 'no', stop: () => undefined }
  seen.stop = log.watch(prefix, at(after), {
    onEntries(entries, before) {
      for (const [place, entry] of entries.entries()) {
        seen.events.push(`${entry.key}=${text(entry)}<${text(before[place] ?? null)}`)
        seen.revisions.push(entry.revision)
      }
    },
    onEnd: (error) => void (seen.ended = error === null ? 'closed' : error.code),
  })
  return seen
}

/** Waits until callbacks of this turn and the next have run. */
export const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))
