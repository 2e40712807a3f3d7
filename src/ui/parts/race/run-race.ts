import type { ApiObject } from '#api/object-meta.ts'
import { valueAt } from '#api/json.ts'
import type { BenchClient } from '#ui/trials/subject.ts'
import type { SentAs, TrialExchange, TrialRequest } from '#ui/trials/exchanges.ts'
import type { Trial } from '#ui/trials/trial.ts'
import { type ClientId, type Order, orders, type Step, stepsOf, type Way } from './orders.ts'
import type { RaceField } from './race-field.ts'
import { type RacePlan, writeAfterRead, writeRequest } from './write-request.ts'

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

/** Returns the request of a step, made of what its client read. A client that could not read sends its change alone. */
function requestOf({ way, plan, clients }: Running, done: readonly DoneStep[], { client, verb }: Step): TrialRequest {
  const held = heldBy(done, client) ?? unread
  const read = { method: 'GET', target: plan.path, body: '', contentType: '' }
  return verb === 'read' ? read : writeRequest(way, plan, { client, manager: clients[client].name, held })
}

/** Returns the requests of steps that are sent in one list, from its place `first` on. A write is made of the answer to its client's read. */
function requestsOf(
  running: Running,
  done: readonly DoneStep[],
  steps: readonly Step[],
  first: number,
): readonly SentAs[] {
  const { way, plan, clients } = running
  return steps.map((step, at) => {
    const { client, verb } = step
    const { name: manager, actor: as } = clients[client]
    const readAt = steps.slice(0, at).findLastIndex((one) => one.client === client && one.verb === 'read')
    if (verb === 'read' || readAt === -1) return { request: requestOf(running, done, step), as }
    return { ...writeAfterRead(way, plan, { client, manager, read: first + readAt }), as }
  })
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

/** Sends steps of a race in one list, and returns them with those before. */
export async function sendSteps(
  trial: Trial,
  running: Running,
  done: readonly DoneStep[],
  steps: readonly Step[],
): Promise<readonly DoneStep[]> {
  const exchanges = await trial.sendInTurn(requestsOf(running, done, steps, 0))
  return steps.reduce<readonly DoneStep[]>((all, step, at) => {
    const exchange = exchanges[at]
    if (exchange === undefined) return all
    return [...all, toDone(running, all, step, { ...exchange, request: requestOf(running, all, step) })]
  }, done)
}

/** The object is put back, then both clients read and write. */
const REQUESTS_OF_ORDER = 5

/**
 * Runs all orders, each from the object as it was when the trial began, with one message to the server: each order's
 * outcome needs the codes, and the object after its last step. [RA1] @throws Refusal
 */
export async function raceOrders(
  trial: Trial,
  running: Running,
  key: string,
): Promise<readonly (readonly [Order, Outcome])[]> {
  const exchanges = await trial.sendInTurn(
    orders.flatMap((order, at) => {
      const first = at * REQUESTS_OF_ORDER + 1
      const requests = requestsOf(running, [], stepsOf(order), first)
      return [trial.puttingBack(key), ...requests].map((sent, place) =>
        place === REQUESTS_OF_ORDER - 1 ? sent : { ...sent, isBrief: true },
      )
    }),
  )
  return orders.map((order, at) => {
    const answers = exchanges.slice(at * REQUESTS_OF_ORDER + 1, (at + 1) * REQUESTS_OF_ORDER)
    const done = answers.reduce<readonly DoneStep[]>((all, exchange, place) => {
      const step = stepsOf(order)[place]
      return step === undefined ? all : [...all, toDone(running, all, step, exchange)]
    }, [])
    return [order, outcomeOf(done, running.plan.field)]
  })
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
