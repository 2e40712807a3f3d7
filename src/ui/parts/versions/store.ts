import { createStore } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { DebugRequests, WatchCacheStatus } from '#facts/debug-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { collectionPath } from '#ui/model/discovery.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { vitestFile } from '#record/write-test.ts'
import { inGridOrder, scenarioOfReads } from './save-test.ts'
import { startTrial, type Trial } from '#ui/trials/trial.ts'
import { type Subject, subjectOf, twoClients } from '#ui/trials/subject.ts'
import { type CellAnswer, toAnswer } from './answers.ts'
import { allAsks, type Ask, askKey, targetOf, type Versions } from './grid.ts'

export interface VersionsState {
  readonly subject: Subject | null
  readonly answers: ReadonlyMap<string, CellAnswer>
  readonly isRunning: boolean
  readonly versions: Versions
  /** Revisions of the collection that can be asked for, the oldest first; the first may be one that is gone. */
  readonly past: readonly number[]
  /** The newest revision of the store and of the watch cache when everything was asked. */
  readonly newest: number
  readonly cached: number
  /** The newest revision whose history is gone when everything was asked. */
  readonly compacted: number
  /** The time until the answers that wait for nothing were there; 0 before that. */
  readonly ms: number
  readonly refused: string
}

/** The state of the bench, as the address contains it: `list.Exact.old~2000~296`. */
export interface VersionsChoice {
  /** The cell whose answer is shown in full. */
  readonly cell: string
  /** The lag of the watch cache behind the store, in milliseconds. */
  readonly lagMs: number
  /** The version of the past; 0 for the newest but one. */
  readonly old: number
}

const nothing: VersionsState = {
  subject: null,
  answers: new Map(),
  isRunning: false,
  versions: { unset: '', any: '0', old: '', future: '' },
  past: [],
  newest: 0,
  cached: 0,
  compacted: 0,
  ms: 0,
  refused: '',
}

const wholeNumber = (text: string | undefined): number =>
  text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : 0

const cellKeys: ReadonlySet<string> = new Set(allAsks.map(askKey))

/** Reads the state of the bench from the address; for a cell that the grid does not have, the default one. [VM1] */
export function readChoice(text: string): VersionsChoice {
  const [cell = '', lag, old] = text.split('~')
  return { cell: cellKeys.has(cell) ? cell : 'page.Exact.old', lagMs: wholeNumber(lag), old: wholeNumber(old) }
}

export const choiceText = ({ cell, lagMs, old }: VersionsChoice): string => `${cell}~${lagMs}~${old}`

const PAST_MAX = 30
/** The distance from the newest revision to the one of the column "future". */
const FUTURE = 72

const isShort = ({ verb }: Ask): boolean => verb === 'get' || verb === 'page'
/** Asked before whole lists and watches, which take seconds where a collection has many thousand objects. */
const soonAnswered = allAsks.filter((ask) => ask.column !== 'future' && isShort(ask))
const lists = allAsks.filter((ask) => ask.column !== 'future' && ask.verb === 'list')
const watches = allAsks.filter((ask) => ask.column !== 'future' && ask.verb === 'watch')

/** All reads that take a resourceVersion, asked on one trial. [VM1] */
export class VersionsStore {
  readonly #lab: Lab
  readonly #state = createStore<VersionsState>(() => nothing)
  readonly store: ReadableStore<VersionsState> = this.#state
  #turn = 0

  constructor(lab: Lab) {
    this.#lab = lab
  }

  /** Sends all reads for the kind of an object. */
  open(ref: ObjectRef | null): Promise<void> {
    this.#state.setState({ ...nothing, subject: subjectOf(this.#lab, ref) })
    return this.ask()
  }

  close(): void {
    this.#turn += 1
    this.#state.setState({ isRunning: false })
  }

  /** Shows a cell, or asks everything again with another lag or another version of the past. */
  async choose(part: Partial<VersionsChoice>): Promise<void> {
    this.#lab.layout.setBench('versions', choiceText({ ...this.choice(), ...part }))
    if (part.cell === undefined) await this.ask()
  }

  /** The answered gets and lists as a Vitest file. [VM4] */
  async testFile(): Promise<string> {
    const { subject, answers } = this.#state.getState()
    if (subject === null) return ''
    return vitestFile(await scenarioOfReads(this.#lab.read, subject, inGridOrder(answers, allAsks)))
  }

  choice(): VersionsChoice {
    return readChoice(this.#lab.layout.getState().benches['versions'] ?? '')
  }

  /** Sends the requests of all cells, those that wait at the same time. */
  async ask(): Promise<void> {
    const mine = (this.#turn += 1)
    const { subject } = this.#state.getState()
    if (subject === null) return
    this.#state.setState({ answers: new Map(), isRunning: true, ms: 0, refused: '' })
    let trial: Trial | null = null
    try {
      trial = await startTrial(this.#lab)
      await this.#askAll(mine, trial, subject)
    } catch (error) {
      if (mine === this.#turn) this.#state.setState({ refused: errorText(error) })
    } finally {
      trial?.end()
    }
    if (mine === this.#turn) this.#state.setState({ isRunning: false })
  }

  async #askAll(mine: number, trial: Trial, subject: Subject): Promise<void> {
    const { lagMs, old } = this.choice()
    const past = pastOf(this.#lab, trial.at, subject)
    const startedMs = performance.now()
    await trial.post('/debug/watch-cache', { lagMs })
    // A write that the cache does not know yet makes the lag visible.
    if (lagMs > 0) await this.#touch(trial, subject)
    const { newest, revision } = await trial.read<WatchCacheStatus>('/debug/watch-cache')
    const chosen = past.includes(old) ? old : (past.at(-2) ?? past.at(-1) ?? newest)
    const versions = { unset: '', any: '0', old: String(chosen), future: String(newest + FUTURE) }
    if (mine !== this.#turn) return
    const { compacted } = this.#lab.cluster.getState()
    this.#state.setState({ versions, past, newest, cached: revision, compacted })
    const requests = sharedRequests(trial)
    const send = (ask: Ask): Promise<void> => this.#askOne(mine, { trial, requests, subject }, ask)
    const waiting = allAsks.filter(({ column }) => column === 'future').map(send)
    await Promise.all(soonAnswered.map(send))
    await Promise.all(lists.map(send))
    if (mine === this.#turn) this.#state.setState({ ms: Math.round(performance.now() - startedMs) })
    await Promise.all([...waiting, ...watches.map(send)])
  }

  async #touch(trial: Trial, { path }: Subject): Promise<void> {
    const [{ actor }] = twoClients(this.#lab)
    const body = JSON.stringify({ metadata: { annotations: { 'bench.example/lag': 'written just now' } } })
    await trial.send({ method: 'PATCH', target: path, body, contentType: 'application/merge-patch+json' }, actor)
  }

  async #askOne(mine: number, { trial, requests, subject }: Asking, ask: Ask): Promise<void> {
    const { versions } = this.#state.getState()
    const paths = { object: subject.path, collection: collectionPath(subject.resource, subject.ref.namespace) }
    const [{ actor }] = twoClients(this.#lab)
    const startedMs = performance.now()
    const target = targetOf(ask, paths, versions)
    const exchange = await trial.send({ method: 'GET', target, body: '', contentType: '' }, actor)
    const ms = Math.round(performance.now() - startedMs)
    const seen = await requests()
    if (mine !== this.#turn) return
    const total = countOf(this.#lab, subject)
    const answer = toAnswer({ ask, exchange, total }, ms, seen.requests)
    this.#state.setState(({ answers }) => ({ answers: new Map(answers).set(askKey(ask), answer) }))
  }
}

interface Asking {
  readonly trial: Trial
  readonly requests: () => Promise<DebugRequests>
  readonly subject: Subject
}

/** Returns a function that reads the last requests of a trial, once for all calls that came before the read began. */
function sharedRequests(trial: Trial): () => Promise<DebugRequests> {
  let next: Promise<DebugRequests> | null = null
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    next ??= last.then(() => {
      next = null
      return trial.read<DebugRequests>('/debug/requests?limit=100')
    })
    last = next.catch(() => undefined)
    return next
  }
}

/** Revisions of the collection's own writes up to `at`, after one that is gone if history has expired. */
function pastOf(lab: Lab, at: number, { resource, ref }: Subject): readonly number[] {
  const { rows, compacted } = lab.cluster.getState()
  const own = rows
    .filter(({ revision }) => revision <= at)
    .filter((row) => row.group === resource.group && row.resource === resource.resource)
    .filter((row) => row.namespace === ref.namespace)
    .map(({ revision }) => revision)
    .slice(-PAST_MAX)
  return compacted === 0 ? own : [compacted, ...own]
}

const countOf = (lab: Lab, { ref }: Subject): number =>
  [...(lab.objects.getState().collections.get(ref.resourceId)?.items.values() ?? [])].filter(
    ({ metadata }) => (metadata.namespace ?? '') === ref.namespace,
  ).length

const createVersionsStore = (lab: Lab): VersionsStore => new VersionsStore(lab)

export const versionsStore = (lab: Lab): VersionsStore => partState(lab, createVersionsStore)
