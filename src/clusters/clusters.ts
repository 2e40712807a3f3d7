import { ApiError, badRequest } from '#api/api-error.ts'
import type { DebugMoment } from '#facts/moment.ts'
import { toRevision } from '#api/revision.ts'
import type { ClusterInfo, ClusterOrigin, NewCluster } from '#facts/clusters-api.ts'
import { readFigures } from './cluster-figures.ts'
import { refuseOneMore, tooManyDeleted } from './cluster-limits.ts'
import { checkTitle, exchange, freeTitle, refuseTaken } from './cluster-title.ts'
import type { ClusterHost, ClusterStart, OpenedCluster, StoredCluster } from './cluster-host.ts'
import { clusterName } from './cluster-name.ts'
import { forkContents, refuseFork } from './fork-contents.ts'
import { momentContents, type MomentQuery, readMoment } from './moment.ts'
import { refuseWithoutRoom } from './room-for.ts'
import { Trials } from './trials.ts'

/** The clusters of one host: their list, and the servers of those that are in use. [MC1] */
export class Clusters<Extras> {
  readonly #host: ClusterHost<Extras>
  readonly #records = new Map<string, StoredCluster>()
  readonly #open = new Map<string, Promise<OpenedCluster<Extras>>>()
  readonly #trials: Trials<Extras>

  private constructor(host: ClusterHost<Extras>) {
    this.#host = host
    this.#trials = new Trials(host)
  }

  /**
   * Reads the list, and erases temporary clusters and those that were deleted before the host started. A host without clusters gets one
   * over the data of versions that had only one cluster: the sample, if it has that.
   */
  static async start<Extras>(host: ClusterHost<Extras>): Promise<Clusters<Extras>> {
    const clusters = new Clusters(host)
    for (const record of await host.load()) {
      if (record.deletedMs === undefined && record.isTemporary !== true) clusters.#records.set(record.name, record)
      else await host.erase(record)
    }
    if (clusters.#records.size === 0) {
      const now = host.nowMs()
      const origin: ClusterOrigin = { type: host.hasSample ? 'sample' : 'empty' }
      const name = host.hasSample ? 'bookshop' : 'default'
      await clusters.#keep({ id: '', name, title: name, origin, madeMs: now, usedMs: now })
    }
    return clusters
  }

  /** The cluster of requests that name none: the oldest. */
  defaultName(): string {
    const [first] = this.#live()
    if (first === undefined) throw new ApiError('ServiceUnavailable', 'every cluster was deleted')
    return first.name
  }

  /** Returns the server of a cluster, and starts it first if necessary. @throws ApiError NotFound; StorageError */
  server(name: string): Promise<OpenedCluster<Extras>> {
    const running = this.#open.get(name) ?? this.#trials.server(name)
    return running ?? this.#start(this.#find(name), null)
  }

  /** Reports whether a cluster exists and is not deleted. */
  has(name: string): boolean {
    return this.#records.get(name)?.deletedMs === undefined && this.#records.has(name)
  }

  async list(): Promise<readonly ClusterInfo[]> {
    await Promise.all([...this.#open.keys()].map((name) => this.#readFigures(name)))
    const listed = [...this.#records.values()].filter(({ isTemporary }) => isTemporary !== true)
    return listed.toSorted((a, b) => a.madeMs - b.madeMs).map((record) => this.#info(record))
  }

  /**
   * Creates a cluster. Content that does not fit is refused before anything is stored. [MC3] [MC14]
   * @throws ApiError BadRequest, NotFound, Expired, Forbidden; StorageError full: then nothing is left
   */
  async create({ title, from, vocabulary, isTemporary }: NewCluster): Promise<ClusterInfo> {
    if (from.type === 'trial') return this.#startTrial(from)
    const base = checkTitle(title)
    const now = this.#host.nowMs()
    const { origin, start, ...settings } = await this.#beginning(from)
    refuseWithoutRoom(start.contents, (await this.#host.freeBytes?.()) ?? null)
    const words = start.settingsOf?.vocabulary ?? vocabulary
    if (words === 'kubernetes' && this.#host.hasKubernetesWords !== true)
      throw badRequest('all clusters of this server have its words; see --vocabulary')
    // From here to the record nothing is awaited, so that two requests at once get two names.
    refuseOneMore(this.#records.values())
    const name = clusterName(base, new Set(this.#records.keys()))
    const record: StoredCluster = {
      id: this.#host.newId(),
      name,
      title: freeTitle(base, name, this.#live()),
      origin,
      ...(words === 'kubernetes' ? { vocabulary: words } : {}),
      madeMs: now,
      usedMs: now,
      ...(isTemporary === true ? { isTemporary } : {}),
      ...settings,
    }
    this.#records.set(name, record)
    try {
      await this.#start(record, start)
      // After its content: a record without content would begin as the sample.
      await this.#host.save([record])
    } catch (error) {
      await this.#erase(record)
      throw error
    }
    return this.#current(name)
  }

  /** Returns the content of a cluster as links and files carry it. @throws ApiError BadRequest, NotFound, Expired [SH5] */
  async moment(name: string, { at: wanted, ...options }: MomentQuery): Promise<DebugMoment> {
    const { title, vocabulary = 'orch' } = this.#find(name)
    const { log } = await this.server(name)
    // Its own objects have other groups in other words.
    const own = vocabulary === 'orch' ? ((await this.#host.ownEntries?.()) ?? null) : null
    const at = wanted ?? log.revision()
    return readMoment(log, own, { title, vocabulary, at: toRevision(at), ...options }).catch(refuseFork(name, at))
  }

  /** Reports whether a cluster is a view that refuses writes. [SH9] */
  isReadOnly(name: string): boolean {
    return this.#records.get(name)?.isReadOnly === true
  }

  /** Changes the title. @throws ApiError BadRequest, NotFound, AlreadyExists */
  async rename(name: string, title: string): Promise<ClusterInfo> {
    const record = this.#find(name)
    refuseTaken(checkTitle(title), name, this.#live())
    await this.#keep({ ...record, title })
    return this.#current(name)
  }

  /** Stops a cluster and hides it; its data is erased when the host starts again, or now if it is temporary. [MC4] @throws ApiError NotFound, Forbidden */
  async remove(name: string): Promise<ClusterInfo> {
    const ended = await this.#trials.end(name)
    if (ended !== null) return ended
    const record = this.#find(name)
    if (this.#info(record).isDefault)
      throw new ApiError('Forbidden', `${record.title} answers requests that name no cluster; reset it instead`)
    if (record.isTemporary === true) return this.#erase(record)
    await this.#readFigures(name)
    await this.#keep({ ...(this.#records.get(name) ?? record), deletedMs: this.#host.nowMs() })
    await this.#stop(name)
    for (const old of tooManyDeleted(this.#records.values())) await this.#erase(old)
    return this.#current(name)
  }

  /**
   * Exchanges a branch with the cluster that it left: the branch goes on under the name, title and age of the cluster,
   * and what was the cluster becomes a branch under the name of the branch. Doing it again undoes it. Both stop first,
   * so open watches end with 410. Returns the cluster. [MC11] @throws ApiError NotFound, BadRequest
   */
  async promote(name: string): Promise<ClusterInfo> {
    const branch = this.#find(name)
    if (branch.origin.type !== 'branch') throw badRequest(`${branch.title} is no branch`)
    const cluster = this.#find(branch.origin.of)
    const logs = (await Promise.all([this.server(name), this.server(cluster.name)])).map(({ log }) => log)
    await Promise.all([this.#readFigures(name), this.#readFigures(cluster.name)])
    await Promise.all([this.#stop(name), this.#stop(cluster.name)])
    const exchanged = exchange(this.#find(cluster.name), this.#find(name))
    const otherLineUpTo = Math.max(...logs.map((log) => log.revision()))
    await this.#keep(...exchanged.map((record) => ({ ...record, otherLineUpTo })))
    return this.#current(cluster.name)
  }

  /** Undoes a deletion. @throws ApiError NotFound, Forbidden */
  async restore(name: string): Promise<ClusterInfo> {
    const record = this.#records.get(name)
    if (record === undefined) throw notFound(name)
    if (record.deletedMs !== undefined) refuseOneMore(this.#records.values())
    const { deletedMs: _deletedMs, ...kept } = record
    await this.#keep({ ...kept, title: freeTitle(kept.title, name, this.#live()) })
    return this.#current(name)
  }

  /** Stops all servers. */
  async close(): Promise<void> {
    await this.#trials.close()
    for (const name of this.#open.keys()) {
      await this.#readFigures(name)
      await this.#stop(name)
    }
  }

  /** Starts a branch in memory. [MC12] @throws ApiError NotFound, Expired, BadRequest */
  async #startTrial({ of, at }: { readonly of: string; readonly at?: number }): Promise<ClusterInfo> {
    const source = this.#find(of === '' ? this.defaultName() : of)
    const { log } = await this.server(source.name)
    return this.#trials.start(source, log, at ?? log.revision())
  }

  #live(): readonly StoredCluster[] {
    const records = [...this.#records.values()].filter(({ deletedMs }) => deletedMs === undefined)
    return records.toSorted((a, b) => a.madeMs - b.madeMs)
  }

  #find(name: string): StoredCluster {
    const record = this.#records.get(name)
    if (record === undefined || record.deletedMs !== undefined) throw notFound(name)
    return record
  }

  async #keep(...records: readonly StoredCluster[]): Promise<void> {
    await this.#host.save(records)
    for (const record of records) this.#records.set(record.name, record)
  }

  #start(record: StoredCluster, start: ClusterStart | null): Promise<OpenedCluster<Extras>> {
    const { name } = record
    const opening = this.#host.open(record, start)
    this.#open.set(name, opening)
    const forget = (): void => {
      if (this.#open.get(name) === opening) this.#open.delete(name)
    }
    opening.then(() => this.#used(name), forget)
    return opening
  }

  /** Records when the cluster was last started. Kept in memory only, until the list is stored again. */
  #used(name: string): void {
    const record = this.#records.get(name)
    if (record !== undefined) this.#records.set(name, { ...record, usedMs: this.#host.nowMs() })
  }

  async #stop(name: string): Promise<void> {
    const running = this.#open.get(name)
    this.#open.delete(name)
    const opened = await running?.catch(() => null)
    await opened?.close()
  }

  /** Stops a cluster, and erases its data. */
  async #erase(record: StoredCluster): Promise<ClusterInfo> {
    this.#records.delete(record.name)
    await this.#stop(record.name)
    await this.#host.erase(record)
    return this.#info(record)
  }

  async #readFigures(name: string): Promise<void> {
    const opened = await this.#open.get(name)?.catch(() => null)
    const record = this.#records.get(name)
    if (opened === undefined || opened === null || record === undefined || record.isTemporary === true) return
    // A log that was taken over or closed by the browser can no longer be read.
    if (!['open', 'full'].includes(opened.log.status().state)) return
    const figures = await readFigures(opened.log)
    const isNew = figures.revision !== record.figures?.revision || figures.bytes !== record.figures.bytes
    if (isNew) await this.#keep({ ...record, figures })
  }

  async #current(name: string): Promise<ClusterInfo> {
    await this.#readFigures(name)
    const record = this.#records.get(name)
    if (record === undefined) throw notFound(name)
    return this.#info(record)
  }

  #info({ id: _id, otherLineUpTo: _upTo, lineTitle: _title, ...record }: StoredCluster): ClusterInfo {
    return { ...record, isOpen: this.#open.has(record.name), isDefault: record.name === this.#live()[0]?.name }
  }

  async #beginning(from: Exclude<NewCluster['from'], { type: 'trial' }>): Promise<Beginning> {
    if (from.type === 'moment') return this.#ofMoment(from)
    if (!('of' in from)) {
      if (from.type === 'sample' && !this.#host.hasSample)
        throw badRequest('this server has no sample; from.type is empty, copy or branch')
      return { origin: { type: from.type }, start: { contents: null, settingsOf: null } }
    }
    const source = this.#find(from.of)
    const { log } = await this.server(from.of)
    const at = from.at ?? log.revision()
    const contents = await forkContents(log, toRevision(at)).catch(refuseFork(from.of, at))
    const { clockOffsetMs } = source
    return {
      origin: { type: from.type, of: from.of, at },
      start: { contents, settingsOf: source },
      ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
    }
  }

  /** The clock continues from the time of the moment; in a view it is frozen. */
  async #ofMoment({ moment, digest, isReadOnly = false }: FromMoment): Promise<Beginning> {
    const contents = momentContents(moment, (await this.#host.ownEntries?.()) ?? [])
    return {
      origin: { type: 'moment', at: moment.revision, digest },
      start: { contents, settingsOf: null, isFrozen: moment.isFrozen },
      clockOffsetMs: moment.nowMs - this.#host.nowMs(),
      ...(isReadOnly ? { isReadOnly } : {}),
    }
  }
}

type FromMoment = Extract<NewCluster['from'], { type: 'moment' }>

interface Beginning extends Pick<StoredCluster, 'isReadOnly' | 'clockOffsetMs'> {
  readonly origin: ClusterOrigin
  readonly start: ClusterStart
}

const notFound = (name: string): ApiError => new ApiError('NotFound', `there is no cluster ${JSON.stringify(name)}`)
