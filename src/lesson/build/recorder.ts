import { parseExactJson } from '#api/exact-json.ts'
import { type Json, textOf, valueAt } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { observeAnswer } from '#lesson/observe.ts'
import { fetchAs, playerActor } from '#lesson/play.ts'
import { requestMark } from '#lesson/request-mark.ts'
import type { Observed } from '#lesson/seen-request.ts'
import type { SendPath } from '#client/send-path.ts'
import { LessonSession } from '#lesson/session.ts'
import { placeOf } from '#record/exchange.ts'
import { type Change, changesBetween } from './changes.ts'
import type { ObjectVersion, Recorded } from './recorded.ts'

/** A request as the page sent it. */
export interface Heard {
  readonly method: string
  readonly target: string
  readonly sent: string
  readonly headers: Readonly<Record<string, string>>
  readonly actor: string
  readonly groups: readonly string[]
}

export interface RecorderOptions {
  /** `fetch` of the server, without a user. */
  readonly send: SendPath
  /** Objects up to this revision are the server's own. */
  readonly base: number
  /** The number of the last request that is recorded already. */
  readonly count: number
  readonly signal: AbortSignal
  readonly onRecorded: (recorded: Recorded) => void
}

/** Requests of other servers and of the simulator's own controls are no part of a lesson. */
const isRecordable = (target: string): boolean =>
  !target.startsWith('/clusters/') && !target.startsWith('/debug/clusters')

/** Returns the object whose version an answer holds. */
function answeredBy({ text, code }: Observed): ObjectVersion | null {
  if (code >= 300 || text === '') return null
  const value = readJson(text)
  const part = (...path: readonly string[]): string => textOf(valueAt(value, path))
  const [name, version] = [part('metadata', 'name'), part('metadata', 'resourceVersion')]
  if (name === '' || version === '') return null
  return { kind: part('kind'), namespace: part('metadata', 'namespace'), name, version }
}

function readJson(text: string): Json {
  try {
    return parseExactJson(text)
  } catch (error) {
    // A Table in another form, protobuf, plain text.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The version of the object that a path names, found by namespace and name, because a path does not contain the kind. */
export function liveVersionOf(target: string, objects: readonly ApiObject[], changes: readonly Change[]): string {
  const place = placeOf(target)
  if (place === null || place.name === '') return ''
  const kinds = changes.map(({ kind }) => kind)
  const found = objects.filter(
    ({ metadata }) => metadata.name === place.name && (metadata.namespace ?? '') === place.namespace,
  )
  const one =
    found.find(({ kind = '' }) => kinds.includes(kind)) ??
    found.find(({ kind = '' }) => isPluralOf(place.resource, kind))
  return one?.metadata.resourceVersion ?? ''
}

/** Reports whether a resource's name can be that of a kind: `configmaps` and `ConfigMap`, `policies` and `Policy`. */
const isPluralOf = (resource: string, kind: string): boolean => {
  const stem = kind.toLowerCase().replace(/y$/, '')
  return stem !== '' && resource.startsWith(stem)
}

/** Records requests in order, each with its changes on the server. Works without a DOM. [LSN19] */
export class Recorder {
  readonly #onRecorded: RecorderOptions['onRecorded']
  readonly #session: LessonSession
  #objects: readonly ApiObject[]
  #count: number
  #turn: Promise<void> = Promise.resolve()

  private constructor(options: RecorderOptions, session: LessonSession) {
    this.#onRecorded = options.onRecorded
    this.#session = session
    this.#objects = session.objects
    this.#count = options.count
  }

  /** Resolves when the state before the next request has been read. @throws Error when the server cannot be read */
  static async open(options: RecorderOptions): Promise<Recorder> {
    const { base, signal } = options
    const session = await LessonSession.open({
      read: asPage(options.send),
      pageActor: playerActor,
      base,
      learner: () => ({ name: '', groups: [] }),
      kept: {},
      signal,
    })
    return new Recorder(options, session)
  }

  /** All objects of the server as they were before the next request. */
  get objects(): readonly ApiObject[] {
    return this.#objects
  }

  /** Records a request. Resolves when its changes have been read, or when a stream has begun. */
  hear(heard: Heard, answer: Response): Promise<void> {
    if (!isRecordable(heard.target)) return Promise.resolve()
    const begun = this.#begin(heard, answer)
    this.#turn = this.#turn.then(async () => this.#finish(heard, await begun))
    return this.#turn
  }

  /** Resolves with the first complete observation: the first event of a stream, or the end of another response. */
  #begin({ method, target, sent, headers }: Heard, answer: Response): Promise<Observed> {
    const isStream = /[?&]watch=(?!0|false)/.test(target)
    return new Promise((resolve, reject) => {
      let isNew = true
      observeAnswer({ method, target, sent, headers }, answer, (observed) => {
        this.#session.observe(observed, isNew)
        isNew = false
        if (isStream || !observed.isOpen) resolve(observed)
      }).catch(reject)
    })
  }

  async #finish(heard: Heard, observed: Observed): Promise<void> {
    await this.#session.settled()
    const { objects } = this.#session
    const changes = heard.method === 'GET' ? [] : changesBetween(this.#objects, objects)
    const last = this.#session.factOf(observed.id)
    this.#count += 1
    const { method, target, headers, actor, groups, sent } = heard
    this.#onRecorded({
      id: this.#count,
      method,
      target,
      actor,
      groups,
      headers,
      body: sent,
      verb: last.verb,
      code: observed.code,
      reason: last.reason,
      answered: answeredBy(observed),
      liveVersion: liveVersionOf(target, this.#objects, changes),
      mark: requestMark(observed),
      changes: ownFirst(changes, target),
    })
    this.#objects = objects
  }
}

/** Changes of the object that the request names come first; those by the server's loops are not ticked. */
function ownFirst(changes: readonly Change[], target: string): readonly Change[] {
  const name = placeOf(target)?.name ?? ''
  const isOwn = (change: Change): boolean => change.name === name
  return [...changes.filter(isOwn), ...changes.filter((change) => !isOwn(change))].slice(0, changesMax)
}

/** Objects whose changes are proposed. */
const changesMax = 6

const asPage = (send: SendPath): SendPath =>
  fetchAs(send, { name: playerActor, groups: ['system:masters', 'system:authenticated'] })
