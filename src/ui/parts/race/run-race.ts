import type { ApiObject } from '#api/object-meta.ts'
import { valueAt } from '#api/json.ts'
import type { BenchClient } from '#ui/trials/subject.ts'
import type { SentAs, TrialExchange } from '#ui/trials/exchanges.ts'
import type { Trial } from '#ui/trials/trial.ts'
import { type ClientId, type Order, orders, type Step, stepsOf, type Way } from './orders.ts'
import type { RaceField } from './race-field.ts'
import { isMadeOfRead, type RacePlan, writeRequest } from './write-request.ts'

export type Clients = Readonly<Record<ClientId, BenchClient>>

/** A step that was sent, with its answer. */
export interface DoneStep {
  readonly step: Step
  readonly exchange: TrialExchange
  /** The resourceVersion that the client read before; `''` for a read. */
  readonly builtOn: string
  /** The resourceVersion of the object after the step. */
  readonly version: string
  /** The value of the field: what was read, or what the client replaced by its own. */
  readonly value: string
}

/** The outcome of a race for the two changes. */
export type Outcome =
  /** Both are stored; the second client had read the first one's change. */
  | { readonly type: 'in-turn'; readonly codes: readonly number[] }
  /** Both got a 2xx, but the change of `who` is gone, and the other client had not read it. */
  | { readonly type: 'lost'; readonly codes: readonly number[]; readonly who: ClientId }
  | { readonly type: 'refused'; readonly codes: readonly number[]; readonly who: readonly ClientId[] }

const versionOf = (object: ApiObject | null): string => object?.metadata.resourceVersion ?? ''
const isRefused = ({ exchange }: DoneStep): boolean => exchange.code >= 400

/** The copy that a client has when it writes: the last object that it read. */
export function heldBy(done: readonly DoneStep[], client: ClientId): ApiObject | null {
  return done.findLast(({ step }) => step.client === client && step.verb === 'read')?.exchange.object ?? null
}

/** The inputs of a race: the way to write, the object with its field, and both clients. */
export interface Running {
  readonly way: Way
  readonly plan: RacePlan
  readonly clients: Clients
}

const unread: ApiObject = { metadata: {} }

/** The request of a step. A client that could not read sends its change without what it would have read. */
function requestOf({ way, plan, clients }: Running, done: readonly DoneStep[], { client, verb }: Step): SentAs {
  const { name, actor } = clients[client]
  const held = heldBy(done, client) ?? unread
  const read = { method: 'GET', target: plan.path, body: '', contentType: '' }
  return { request: verb === 'read' ? read : writeRequest(way, plan, { client, manager: name, held }), as: actor }
}

function toDone({ plan }: Running, done: readonly DoneStep[], step: Step, exchange: TrialExchange): DoneStep {
  const held = heldBy(done, step.client) ?? unread
  const before = done.at(-1)?.version ?? ''
  const value = valueAt(step.verb === 'read' ? exchange.object : held, plan.field.path)
  return {
    step,
    exchange,
    builtOn: step.verb === 'read' ? '' : versionOf(held),
    version: versionOf(exchange.object) || before || versionOf(held),
    value: value === undefined ? '' : String(value),
  }
}

/** The steps up to the first write whose client still reads, if that write is made of the answer, which is not there yet. */
function answerable(way: Way, steps: readonly Step[]): readonly Step[] {
  if (!isMadeOfRead(way)) return steps
  const end = steps.findIndex(
    ({ client, verb }, at) =>
      verb === 'write' && steps.slice(0, at).some((one) => one.client === client && one.verb === 'read'),
  )
  return end === -1 ? steps : steps.slice(0, end)
}

/** Sends the next steps of a race whose requests are known, and returns them with those before. */
export async function sendSteps(
  trial: Trial,
  running: Running,
  done: readonly DoneStep[],
  steps: readonly Step[],
): Promise<readonly DoneStep[]> {
  const next = answerable(running.way, steps)
  const exchanges = await trial.sendInTurn(next.map((step) => requestOf(running, done, step)))
  return exchanges.reduce<readonly DoneStep[]>((all, exchange, at) => {
    const step = next[at]
    return step === undefined ? all : [...all, toDone(running, all, step, exchange)]
  }, done)
}

interface Race {
  readonly order: Order
  done: readonly DoneStep[]
  rest: readonly Step[]
}

interface Sending {
  readonly sent: SentAs
  /** Takes the answer. */
  take(exchange: TrialExchange): void
}

/** The next requests of races that are run one after the other: the object is put back, then a race begins with its reads. */
function nextOf(trial: Trial, running: Running, key: string, races: readonly Race[]): readonly Sending[] {
  const sending: Sending[] = []
  for (const race of races) {
    if (race.done.length === 0) sending.push({ sent: trial.puttingBack(key), take: () => undefined })
    const next = answerable(running.way, race.rest)
    for (const step of next)
      sending.push({
        sent: requestOf(running, race.done, step),
        take(exchange) {
          race.done = [...race.done, toDone(running, race.done, step, exchange)]
          race.rest = race.rest.slice(1)
        },
      })
    if (next.length < race.rest.length) break
  }
  return sending
}

/**
 * Runs all orders, each from the object as it was when the trial began. The last steps of an order and the first ones of the
 * next are sent together. [RA1] @throws Refusal
 */
export async function raceOrders(
  trial: Trial,
  running: Running,
  key: string,
): Promise<readonly (readonly [Order, Outcome])[]> {
  const races = orders.map((order): Race => ({ order, done: [], rest: stepsOf(order) }))
  for (let open: readonly Race[] = races; open.length > 0; open = open.filter(({ rest }) => rest.length > 0)) {
    const sending = nextOf(trial, running, key, open)
    const exchanges = await trial.sendInTurn(sending.map(({ sent }) => sent))
    for (const [at, exchange] of exchanges.entries()) sending[at]?.take(exchange)
  }
  return races.map(({ order, done }) => [order, outcomeOf(done, running.plan.field)])
}

/** Derives the outcome of both changes from the answers to all steps. [RA1] */
export function outcomeOf(done: readonly DoneStep[], field: RaceField): Outcome {
  const writes = done.filter(({ step }) => step.verb === 'write')
  const codes = writes.map(({ exchange }) => exchange.code)
  const refused = writes.filter(isRefused)
  if (refused.length > 0) return { type: 'refused', codes, who: refused.map(({ step }) => step.client) }
  const [first, second] = writes
  if (first === undefined || second === undefined) return { type: 'in-turn', codes }
  const readAt = done.findIndex(({ step }) => step.verb === 'read' && step.client === second.step.client)
  const isUnseen = readAt < done.indexOf(first)
  const isGone = valueAt(second.exchange.object, field.path) !== field.after[first.step.client]
  return isUnseen && isGone ? { type: 'lost', codes, who: first.step.client } : { type: 'in-turn', codes }
}

/** A cell of the matrix in two words: the outcome, and the name that it hits. */
export function outcomeWords(outcome: Outcome, names: Readonly<Record<ClientId, string>>): readonly [string, string] {
  switch (outcome.type) {
    case 'in-turn':
      return [outcome.codes.join(' '), 'in turn']
    case 'lost':
      return ['lost', names[outcome.who]]
    case 'refused': {
      const codes = outcome.codes.filter((code) => code >= 400)
      const [who] = outcome.who
      return [codes.join(' '), outcome.who.length > 1 || who === undefined ? 'both' : names[who]]
    }
  }
}
