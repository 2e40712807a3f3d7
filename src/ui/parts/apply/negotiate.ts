import { printExactJson } from '#api/exact-json.ts'
import { isObject, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Actor } from '#ui/model/api.ts'
import { fieldConflicts, type OwnershipChange, ownershipChanges } from '#ui/parts/managers/conflicts.ts'
import { managerEntries, ownedTree } from '#ui/parts/managers/fields-v1.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import type { TrialExchange, TrialRequest } from '#ui/trials/exchanges.ts'
import type { Trial } from '#ui/trials/trial.ts'
import { without } from './files.ts'

/** The choices of a manager whose apply conflicts. */
export type Choice = 'apply' | 'force' | 'give-up'

export const choices: readonly Choice[] = ['apply', 'force', 'give-up']

/** The server's answer to a dry run of a choice. */
export interface Forecast {
  readonly exchange: TrialExchange
  /** The file that is sent: for Give up, without the conflicting fields. */
  readonly body: string
  readonly changes: readonly OwnershipChange[]
  /** True if the resourceVersion would not change. */
  readonly isUnchanged: boolean
}

/** A manager with its file. */
export interface Negotiator {
  readonly manager: string
  readonly text: string
  readonly actor: Actor
}

const applyTo = (path: string, manager: string, body: string, options: string): TrialRequest => ({
  method: 'PATCH',
  target: `${path}?fieldManager=${encodeURIComponent(manager)}${options}`,
  body,
  contentType: 'application/apply-patch+yaml',
})

/** Returns the file without the fields that others own with other values. */
function givenUp(text: string, refused: TrialExchange, before: ApiObject): string {
  const file = readYaml(text)
  if (file.type !== 'object') return text
  const conflicts = fieldConflicts(refused.status, ownedTree(managerEntries(before)))
  const rest = conflicts.reduce<Json>((left, { steps }) => without(left, steps), file.object)
  return isObject(rest) ? (printExactJson(rest) ?? text) : text
}

/** Asks the server what each choice would do, without storing anything. [AN2] */
export async function forecast(
  trial: Trial,
  path: string,
  before: ApiObject,
  { manager, text, actor }: Negotiator,
): Promise<Readonly<Record<Choice, Forecast>>> {
  const dry = async (body: string, options: string): Promise<Forecast> => {
    const exchange = await trial.send(applyTo(path, manager, body, `&dryRun=All${options}`), actor)
    const { object } = exchange
    const isUnchanged = object !== null && printExactJson(object) === printExactJson(before)
    return { exchange, body, changes: object === null ? [] : ownershipChanges(before, object), isUnchanged }
  }
  const apply = await dry(text, '')
  const [force, giveUp] = await Promise.all([dry(text, '&force=true'), dry(givenUp(text, apply.exchange, before), '')])
  return { apply, force, 'give-up': giveUp }
}

/** Sends the request of a choice without dry run. */
export const carryOut = (
  trial: Trial,
  path: string,
  { manager, actor }: Negotiator,
  { choice, body }: { readonly choice: Choice; readonly body: string },
): Promise<TrialExchange> => trial.send(applyTo(path, manager, body, choice === 'force' ? '&force=true' : ''), actor)
