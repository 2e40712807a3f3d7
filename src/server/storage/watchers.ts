import { type LogEntry, type LogWatcher, StorageError } from './log.ts'

/** Entries and, place by place, what each replaced. */
export interface Changes {
  readonly entries: LogEntry[]
  readonly before: (LogEntry | null)[]
}

interface WatchStart {
  readonly prefix: string
  /** May be a revision that is not there yet: then all up to it is not delivered. */
  readonly after: number
  readonly watcher: LogWatcher
}

interface Watching extends WatchStart {
  /** What it has yet to get before it is live; `null` once it is. */
  backlog: Changes | null
  /** It started after a revision that is not there yet. */
  isAhead: boolean
  stopped: boolean
}

/** Watchers of one prefix. The list is made anew with each change, so that one being told is never disturbed. */
interface Group {
  members: readonly Watching[]
}

/** All watchers of a log, found by prefix, so that a write costs nothing to those it does not concern. */
export class Watchers {
  #byPrefix = new Map<string, Group>()
  /** Distinct lengths of the prefixes watched, each with how many prefixes have it. */
  #lengths = new Map<number, number>()

  /** `kept` is what it missed; delivered right after the caller's turn, so never before this has returned. */
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

  /** Hands `changes` to all whom they concern. Whoever starts to watch meanwhile has them in its backlog already. */
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

  /** Ends all watchers; those that have yet to catch up get what they missed first. */
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
      // One broken watcher must not take the acknowledgements of others with it.
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

/** Leaves out what a watcher from a future revision must not see, until it has come to that revision. */
function dropUpTo(watching: Watching, changes: Changes): Changes {
  const { entries, before } = changes
  if ((entries[0]?.revision ?? 0) > watching.after) {
    watching.isAhead = false
    return changes
  }
  const isLater = (_: unknown, at: number): boolean => (entries[at]?.revision ?? 0) > watching.after
  return { entries: entries.filter(isLater), before: before.filter(isLater) }
}
