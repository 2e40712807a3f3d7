import type { ApiObject } from '#api/object-meta.ts'
import type { BenchClient } from '#ui/trials/subject.ts'
import type { Trial, TrialExchange } from '#ui/trials/trial.ts'
import type { ClientId, Step, Way } from './orders.ts'
import { type RaceField, valueAt } from './race-field.ts'
import { type RacePlan, writeRequest } from './write-request.ts'

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

/** Sends one step of a race. A client that could not read sends its change without what it would have read. */
export async function sendStep(
  trial: Trial,
  { way, plan, clients }: { readonly way: Way; readonly plan: RacePlan; readonly clients: Clients },
  done: readonly DoneStep[],
  step: Step,
): Promise<DoneStep> {
  const { name, actor } = clients[step.client]
  const held = heldBy(done, step.client) ?? { metadata: {} }
  const read = { method: 'GET', target: plan.path, body: '', contentType: '' }
  const request = step.verb === 'read' ? read : writeRequest(way, plan, { client: step.client, manager: name, held })
  const exchange = await trial.send(request, actor)
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
