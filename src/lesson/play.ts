import type { Json } from '#api/json.ts'
import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER, type StorageStatus } from '#facts/debug-api.ts'
import { startActors } from './actors.ts'
import { whyNotFrom } from './begins-from.ts'
import { valuesToKeep, checkStep, isDone } from './check-step.ts'
import { expandRequest, type ReadyRequest } from './expand.ts'
import type { Lesson, LessonRequest, LessonStep } from './lesson.ts'
import { observeAnswer } from './observe.ts'
import type { Observed } from './seen-request.ts'
import { answerRecorded, withRecorded } from './recorded.ts'
import { LessonFailure, loadConfigs, plantSeed } from './seed.ts'
import type { SendPath } from '#client/send-path.ts'
import { LessonSession } from './session.ts'

/** The user name of the player's own reads. */
export const playerActor = 'system:orchard-lab'

interface Who {
  readonly name: string
  readonly groups: readonly string[]
}

/** Returns a `fetch` that acts as a user, unless the request has credentials of its own. */
export const fetchAs =
  (send: SendPath, { name, groups }: Who): SendPath =>
  (path, init) => {
    const headers = new Headers(init?.headers)
    if (!headers.has('authorization') && !headers.has(ACTING_AS_HEADER)) {
      headers.set(ACTING_AS_HEADER, name)
      headers.set(ACTING_AS_GROUPS_HEADER, groups.join(','))
    }
    return send(path, { ...init, headers })
  }

const asPlayer = (send: SendPath): SendPath =>
  fetchAs(send, { name: playerActor, groups: ['system:masters', 'system:authenticated'] })

/** The time that the player waits for a step to become true after its last answer, because controllers may have to act first. */
const PATIENCE_MS = 10_000

/** Returns the user that has this name in a lesson. */
export const personOf = ({ people, me }: Lesson, name: string): Who =>
  people.find((person) => person.name === (name === '' ? me : name)) ?? { name, groups: ['system:authenticated'] }

export interface Play {
  readonly lesson: Lesson
  /** `fetch` of the server, without a user. */
  readonly send: SendPath
  readonly session: LessonSession
  /** Called with each request of the learner that {@link sendReady} sends, and with new facts about it. */
  readonly onSent?: (observed: Observed, isNew: boolean) => void
}

/** Opens a play of a lesson on a fresh server: its seed is there, its actors act until the signal, no step is begun. @throws LessonFailure */
export async function openPlay(
  lesson: Lesson,
  send: SendPath,
  signal: AbortSignal,
  byId: (id: string) => Lesson | undefined,
): Promise<Play & { readonly base: number }> {
  const read = asPlayer(send)
  const status = (await (await read('/debug/storage')).json()) as StorageStatus
  const base = status.published
  const whyNot = whyNotFrom(lesson, byId)
  if (whyNot !== '') throw new LessonFailure(whyNot)
  const before = lesson.from === '' ? undefined : byId(lesson.from)
  let kept: Readonly<Record<string, Json>> = {}
  if (before !== undefined) {
    const ending = new AbortController()
    const play = await openPlay(before, send, ending.signal, byId)
    for (const step of before.steps) await solveStep(play, step)
    kept = play.session.kept
    ending.abort()
  }
  const asLesson = fetchAs(send, { name: 'lesson', groups: ['system:masters'] })
  await plantSeed(asLesson, lesson.seed)
  await loadConfigs(asLesson, lesson.configs)
  const learner = (): Who => personOf(lesson, '')
  startActors(lesson.actors, send, signal)
  const session = await LessonSession.open({ read, pageActor: playerActor, base, learner, kept, signal })
  return { lesson, send: withRecorded(send, answerRecorded(lesson.cassette)), session, base }
}

/** Names the field manager of another user's write, which would otherwise be that of the learner's browser. */
function withManager({ method, target, as }: ReadyRequest): string {
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(method) && !target.startsWith('/debug/')
  if (!isWrite || as === '' || /[?&]fieldManager=/.test(target)) return target
  return `${target}${target.includes('?') ? '&' : '?'}fieldManager=${encodeURIComponent(as)}`
}

/** Sends one request. Resolves when the response has ended, or a stream has begun. */
export async function sendReady(
  { lesson, send, session, onSent }: Play,
  ready: ReadyRequest,
  isOurs: boolean,
): Promise<void> {
  const { method, body, headers } = ready
  const target = isOurs ? ready.target : withManager(ready)
  const response = await fetchAs(send, personOf(lesson, ready.as))(target, {
    method,
    headers: { ...headers },
    ...(body === '' ? {} : { body }),
  })
  let isNew = true
  let begun: () => void = () => undefined
  const beginning = new Promise<void>((resolve) => (begun = resolve))
  const isStream = /[?&]watch=/.test(target) && response.ok
  const reading = observeAnswer({ method, target, sent: body, headers }, response, (observed) => {
    if (isOurs) session.observe(observed, isNew)
    if (isOurs) onSent?.(observed, isNew)
    isNew = false
    if (isStream) begun()
  })
  await (isStream ? beginning : reading)
}

/** Sends requests of a lesson in order, and replaces the marks of each when it is sent. `isOurs`: they count as the learner's. */
export async function sendAll(play: Play, requests: readonly LessonRequest[], isOurs: boolean): Promise<void> {
  for (const request of requests) {
    await play.session.settled()
    await sendReady(play, expandRequest(request, play.session.inputs()), isOurs)
  }
}

/** Begins a step: sends the requests of the step's other users. */
export async function beginStep(play: Play, step: LessonStep): Promise<void> {
  play.session.beginStep()
  await sendAll(play, step.scene, false)
  await play.session.settled()
}

/** Evaluates and stores the values that a done step provides to later steps. */
export function endStep({ session }: Play, step: LessonStep): void {
  for (const [name, value] of valuesToKeep(step, session.inputs())) session.keep(name, value)
}

/** Plays a step by its answers. @throws LessonFailure if the step is not done afterwards */
export async function solveStep(play: Play, step: LessonStep): Promise<void> {
  await beginStep(play, step)
  await solveBegun(play, step)
}

/** Plays a begun step by its answers. @throws LessonFailure if the step is not done afterwards */
export async function solveBegun(play: Play, step: LessonStep): Promise<void> {
  const { session } = play
  await sendAll(play, step.answer, true)
  await session.settled()
  const done = await session.until(() => isDone(checkStep(step, session.inputs())), PATIENCE_MS)
  if (!done) throw new LessonFailure(`step ${JSON.stringify(step.title)} is not done: ${whyNot(play, step)}`)
  endStep(play, step)
}

/** Describes the false checks and the last answer. */
export function whyNot({ session }: Play, step: LessonStep): string {
  const inputs = session.inputs()
  const checks = checkStep(step, inputs)
  const words = step.expect.flatMap(({ is }, at) => {
    const check = checks[at]
    return check === undefined || check.isTrue ? [] : [`${is} is ${check.problem === '' ? 'false' : check.problem}`]
  })
  return `${words.join('; ')}; last: ${JSON.stringify(inputs['last'], bigintText)?.slice(0, 1500)}`
}

const bigintText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
