import { toRevision } from '#api/revision.ts'
import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { Log } from '#server/storage/log.ts'
import type { ClusterHost, OpenedCluster, StoredCluster } from './cluster-host.ts'
import { forkContents, refuseFork } from './fork-contents.ts'

/** More than one bench needs at once. A page that is closed leaves its trials, which newer ones replace. */
const TRIALS_MAX = 12

interface Trial<Extras> {
  readonly record: StoredCluster
  readonly opened: Promise<OpenedCluster<Extras>>
}

/**
 * Branches in memory, on which the benches of the Lab send requests to see their outcome. A trial has the objects,
 * history, users and configuration of its cluster; it has no controllers, is not listed, and is gone when it ends. [MC12]
 */
export class Trials<Extras> {
  readonly #host: ClusterHost<Extras>
  /** Oldest first. */
  readonly #open = new Map<string, Trial<Extras>>()
  #count = 0

  constructor(host: ClusterHost<Extras>) {
    this.#host = host
  }

  /** Returns the server of a trial; `undefined` if there is none of that name. */
  server(name: string): Promise<OpenedCluster<Extras>> | undefined {
    return this.#open.get(name)?.opened
  }

  /** Starts a trial with the content of `log` at a revision. @throws ApiError Expired, BadRequest */
  async start(source: StoredCluster, log: Log, at: number): Promise<ClusterInfo> {
    const contents = await forkContents(log, toRevision(at)).catch(refuseFork(source.name, at))
    const now = this.#host.nowMs()
    // The id makes the name unlike that of any cluster, and unlike those before the host started again.
    const name = `trial-${(this.#count += 1)}-${this.#host.newId()}`
    const { vocabulary, clockOffsetMs } = source
    const record: StoredCluster = {
      id: name,
      name,
      title: name,
      origin: { type: 'trial', of: source.name, at },
      madeMs: now,
      usedMs: now,
      ...(vocabulary === undefined ? {} : { vocabulary }),
      ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
    }
    const opened = this.#host.open(record, { contents, settingsOf: source })
    this.#open.set(name, { record, opened })
    const [oldest] = this.#open.keys()
    if (this.#open.size > TRIALS_MAX && oldest !== undefined) await this.end(oldest)
    try {
      await opened
    } catch (error) {
      this.#open.delete(name)
      throw error
    }
    return info(record)
  }

  /** Stops a trial; its data is gone. Returns `null` if there is none of that name. */
  async end(name: string): Promise<ClusterInfo | null> {
    const trial = this.#open.get(name)
    if (trial === undefined) return null
    this.#open.delete(name)
    const opened = await trial.opened.catch(() => null)
    await opened?.close()
    return info(trial.record)
  }

  async close(): Promise<void> {
    for (const name of this.#open.keys()) await this.end(name)
  }
}

const info = ({ id: _id, ...record }: StoredCluster): ClusterInfo => ({ ...record, isOpen: true, isDefault: false })
