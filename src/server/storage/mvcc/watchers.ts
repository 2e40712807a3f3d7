import { type LogEntry, type LogWatcher, StorageError } from '#server/storage/log.ts'

/** Entries and, index by index, the version that each replaced. */
export interface Changes {
  readonly entries: LogEntry[]
  readonly before: (LogEntry | null)[]
}

interface WatchStart {
  readonly prefix: string
  /** May be a future revision: then no entries up to it are delivered. */
  readonly after: number
  readonly watcher: LogWatcher
}

interface Watching extends WatchStart {
  /** Entries to deliver before the watcher is live; `null` once it is. */
  backlog: Changes | null
  /** Set when the watch starts after a future revision. */
  isAhead: boolean
  stopped: boolean
}

/** The watchers of one prefix. The list is replaced on each change, so that an ongoing delivery is not disturbed. */
interface Group {
  members: readonly Watching[]
}

/** All watchers of a log, indexed by prefix, so that a write costs nothing for unrelated watchers. */
export class Watchers {
  #byPrefix = new Map<string, Group>()
  /** Number of watched prefixes by prefix length. */
  #lengths = new Map<number, number>()

  /**
   * Adds a watcher. `kept` is its backlog; it is delivered right after the caller's turn, so never before this method
   * has returned.
   */
  add(start: WatchStart, kept: Changes): () => void {
    const watching: Watching = { ...start, backlog: kept, isAhead: true, stopped: false }
    const { prefix } = start
    const group = this.#byPrefix.get(prefix)
    if (group === undefined) {
      this.#byPrefix.set(prefix, { members: [watching] })
      this.#lengths.set(prefix.length, (this.#lengths.get(prefix.length) ?? 0) + 1)
    } else group.members = [...group.members, watching]
    queueMicrotask(() => this.#catchUp(watching))
    return () => this.#remove(watching)
  }

  /**
   * Delivers `changes` to the watchers of matching prefixes. A watcher that is added meanwhile already has them in its
   * backlog.
   */
  publish(changes: Changes): void {
    for (const [group, concerned] of this.#sort(changes)) {
      for (const watching of group.members) {
        if (watching.backlog === null) this.#deliver(watching, concerned)
        else {
          watching.backlog.entries.push(...concerned.entries)
          watching.backlog.before.push(...concerned.before)
        }
      }
    }
  }

  /** Ends all watchers; those that are catching up receive their backlog first. */
  end(error: StorageError | null): void {
    const all = [...this.#byPrefix.values()].flatMap((group) => group.members)
    for (const watching of all) {
      this.#catchUp(watching)
      if (watching.stopped) continue
      this.#remove(watching)
      watching.watcher.onEnd(error)
    }
  }

  #sort({ entries, before }: Changes): Map<Group, Changes> {
    const sorted = new Map<Group, Changes>()
    for (const [at, entry] of entries.entries()) {
      for (const length of this.#lengths.keys()) {
        if (length > entry.key.length) continue
        const group = this.#byPrefix.get(entry.key.slice(0, length))
        if (group === undefined) continue
        let concerned = sorted.get(group)
        if (concerned === undefined) sorted.set(group, (concerned = { entries: [], before: [] }))
        concerned.entries.push(entry)
        concerned.before.push(before[at] ?? null)
      }
    }
    return sorted
  }

  #catchUp(watching: Watching): void {
    const { backlog } = watching
    watching.backlog = null
    if (backlog !== null && backlog.entries.length > 0) this.#deliver(watching, backlog)
  }

  #deliver(watching: Watching, changes: Changes): void {
    if (watching.stopped) return
    const { entries, before } = watching.isAhead ? dropUpTo(watching, changes) : changes
    if (entries.length === 0) return
    try {
      watching.watcher.onEntries(entries, before)
    } catch (error) {
      // A failing watcher must not prevent the acknowledgement of writes to other clients.
      this.#remove(watching)
      watching.watcher.onEnd(new StorageError('unavailable', `the watcher failed: ${String(error)}`))
    }
  }

  #remove(watching: Watching): void {
    if (watching.stopped) return
    watching.stopped = true
    const { prefix } = watching
    const group = this.#byPrefix.get(prefix)
    if (group === undefined) return
    group.members = group.members.filter((one) => one !== watching)
    if (group.members.length > 0) return
    this.#byPrefix.delete(prefix)
    const count = (this.#lengths.get(prefix.length) ?? 1) - 1
    if (count === 0) this.#lengths.delete(prefix.length)
    else this.#lengths.set(prefix.length, count)
  }
}

/** Removes the changes that a watcher from a future revision must not see, until that revision is reached. */
function dropUpTo(watching: Watching, changes: Changes): Changes {
  const { entries, before } = changes
  if ((entries[0]?.revision ?? 0) > watching.after) {
    watching.isAhead = false
    return changes
  }
  const isLater = (_: unknown, at: number): boolean => (entries[at]?.revision ?? 0) > watching.after
  return { entries: entries.filter(isLater), before: before.filter(isLater) }
}
