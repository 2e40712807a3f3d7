import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { isObject, own } from '#api/json.ts'
import { answerKind } from './answer-kind.ts'
import type { ProofExchange } from './exchange.ts'
import { exchangeOf, type RecordedCase, type RecordedStep } from './recorded-case.ts'
import { readTypedAnswer } from './typed-answer.ts'

/** The marks in a recording for the namespace of a case, and for the letters that make its other names unique. */
const NAMESPACE_MARK = '{ns}'
const LETTERS_MARK = '{rand}'

const uniqueLetters = (namespace: string): string => namespace.slice(-6)

/** Returns an answer with the marks that a recording has in place of the names of this play. */
function marked(ours: ProofExchange, namespace: string): ProofExchange {
  const put = (text: string): string =>
    text.replaceAll(namespace, NAMESPACE_MARK).replaceAll(uniqueLetters(namespace), LETTERS_MARK)
  const body = ours.body === undefined ? undefined : parseExactJson(put(printExactJson(ours.body) ?? 'null'))
  return { ...ours, target: put(ours.target), warning: put(ours.warning), body, text: put(ours.text) }
}

/** Returns a recorded answer with YAML that was recorded as text as JSON, as that of others is. */
const withTypedBody = (theirs: ProofExchange): ProofExchange =>
  theirs.text === '' ? theirs : { ...theirs, ...readTypedAnswer(theirs.text, theirs.answeredType) }

/** Reports whether a server gave the kind of answer that the original gave; `namespace` is where the case was played. */
export function isSameKind(theirs: ProofExchange, ours: ProofExchange, namespace: string): boolean {
  const own = marked(ours, namespace)
  // The target of the recording has marks for values of earlier answers, too.
  return answerKind({ ...withTypedBody(theirs), target: own.target }) === answerKind(own)
}

/** Reports the same of a step. Of an answer of which only status and headers were recorded, these are compared. */
export function isStepSame(step: RecordedStep, theirs: ProofExchange, ours: ProofExchange, namespace: string): boolean {
  const { body, text } = ours
  const recorded = step.ignore?.includes('*') === true ? { ...theirs, body, text } : theirs
  return isSameKind(recorded, ours, namespace)
}

/** Sends a request of a case to the server that is compared. `path` begins with a slash. */
export type SendStep = (path: string, init: RequestInit) => Promise<Response>

/** The answer to a step; `null` for steps that send nothing. */
export type PlayedStep = ProofExchange | null

/** Longest wait for something that happens later, in ms: a branch has no controllers, so some of it never does. */
const WAIT_MS = 2_000
const POLL_MS = 100

const variable = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g
const repetition = /\{\{(.+?)\*(\d+)\}\}/g

type Values = Map<string, string>

/** Fills in `{NAME}` by a saved value, and `{{TEXT*N}}` by repetitions. */
const fill = (text: string, values: Values): string =>
  text
    .replace(repetition, (_all, part: string, count: string) => part.repeat(Number(count)))
    .replace(variable, (all, name: string) => values.get(name) ?? all)

function fillDeep(value: Json, values: Values): Json {
  if (typeof value === 'string') return fill(value, values)
  if (Array.isArray(value)) return value.map((each) => fillDeep(each, values))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [fill(name, values), fillDeep(each ?? null, values)]),
  )
}

/** Returns the value at a path such as `metadata.annotations.a~1b` or `items.0.metadata`. */
function valueAt(body: Json | undefined, path: string): Json | undefined {
  let found = body
  for (const step of path.split('.')) {
    const name = step.replaceAll('~1', '.')
    found = Array.isArray(found) ? found[Number(name)] : isObject(found) ? own(found, name) : undefined
  }
  return found
}

const textOfValue = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function bodyOf({ text, base64, body }: RecordedStep, values: Values): BodyInit | undefined {
  if (text !== undefined) return fill(text, values)
  if (base64 !== undefined) return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return body === undefined ? undefined : JSON.stringify(fillDeep(body, values))
}

function initOf(step: RecordedStep, values: Values): RequestInit {
  const body = bodyOf(step, values)
  const headers = new Headers()
  for (const [name, value] of Object.entries(step.headers ?? {})) headers.set(name, fill(value, values))
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  return { method: step.method ?? 'GET', headers, ...(body === undefined ? {} : { body }) }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Plays recorded cases against a server. */
class Playing {
  readonly #send: SendStep
  readonly #values: Values
  readonly #streams = new Set<AbortController>()

  constructor(send: SendStep, namespace: string) {
    this.#send = send
    this.#values = new Map([
      ['ns', namespace],
      ['rand', uniqueLetters(namespace)],
    ])
  }

  async begin(): Promise<void> {
    const name = this.#values.get('ns') ?? ''
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
    const made = await this.#send('/api/v1/namespaces', initOf({ method: 'POST', body }, this.#values))
    await made.text()
  }

  async play(step: RecordedStep): Promise<PlayedStep> {
    if (step.until !== undefined) await this.#until(step.until)
    if (step.path === undefined) return null
    if (step.watch !== undefined) return this.#watch(step)
    let played: PlayedStep = null
    for (let n = 0; n < (step.repeat ?? 1); n += 1) {
      this.#values.set('n', String(n).padStart(3, '0'))
      played = await this.#request(step)
    }
    return played
  }

  end(): void {
    for (const stream of this.#streams) stream.abort()
  }

  async #request(step: RecordedStep): Promise<PlayedStep> {
    const path = fill(step.path ?? '', this.#values)
    const response = await this.#send(path, initOf(step, this.#values))
    const answer = await answerOf(response)
    for (const [name, from] of Object.entries(step.save ?? {}))
      this.#values.set(
        name,
        from.startsWith('header:')
          ? (response.headers.get(from.slice(7)) ?? '')
          : textOfValue(valueAt(answer.body, from)),
      )
    return played({ ...step, path }, response, answer)
  }

  /** Opens a stream. Its events are not compared; a refusal is. */
  async #watch(step: RecordedStep): Promise<PlayedStep> {
    const ending = new AbortController()
    this.#streams.add(ending)
    const path = fill(step.path ?? '', this.#values)
    const response = await this.#send(path, { ...initOf(step, this.#values), signal: ending.signal })
    const answer = response.ok ? { body: undefined, text: '' } : await answerOf(response)
    return played({ ...step, path }, response, answer)
  }

  async #until({ path, status, equals = {} }: NonNullable<RecordedStep['until']>): Promise<void> {
    for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
      const response = await this.#send(fill(path, this.#values), { method: 'GET' })
      const { body } = await answerOf(response)
      const isReached =
        (status === undefined || response.status === status) &&
        Object.entries(equals).every(
          ([at, value]) => JSON.stringify(valueAt(body, at)) === JSON.stringify(fillDeep(value, this.#values)),
        )
      if (isReached) return
      await pause(POLL_MS)
    }
  }
}

const answerOf = async (response: Response): Promise<Pick<ProofExchange, 'body' | 'text'>> =>
  readTypedAnswer(await response.text(), response.headers.get('content-type') ?? '')

function played(step: RecordedStep, response: Response, answer: Pick<ProofExchange, 'body' | 'text'>): PlayedStep {
  const headers: Record<string, string> = {}
  for (const name of ['content-type', 'warning']) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const { body, text } = answer
  return exchangeOf(step, { status: response.status, headers, text, ...(body === undefined ? {} : { body }) })
}

/**
 * Sends the requests of a case up to `step`, in a namespace of their own, and returns the answers by step. Times that
 * pass in the recording are not waited for. [UPS4]
 */
export async function playCase(
  { steps }: Pick<RecordedCase, 'steps'>,
  { step, namespace, send }: { readonly step: number; readonly namespace: string; readonly send: SendStep },
): Promise<readonly PlayedStep[]> {
  const playing = new Playing(send, namespace)
  const answers: PlayedStep[] = []
  try {
    await playing.begin()
    for (const one of steps.slice(0, step + 1)) answers.push(await playing.play(one))
  } finally {
    playing.end()
  }
  return answers
}
