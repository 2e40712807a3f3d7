import { isObject, type Json, valueAt } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type ClientId, type Order, stepsOf } from './orders.ts'
import type { Outcome } from './run-race.ts'

/** Reports whether a set of managed fields holds the field at `path`. */
const holds = (fields: Json | undefined, path: readonly string[]): boolean =>
  valueAt(
    fields,
    path.map((name) => `f:${name}`),
  ) !== undefined

/** Returns the managers of a field outside of lists. */
export function managersOf({ metadata }: ApiObject, path: readonly string[]): readonly string[] {
  const entries = (metadata.managedFields ?? []).filter(isObject)
  const names = entries.flatMap(({ manager, fieldsV1 }) =>
    typeof manager === 'string' && holds(fieldsV1, path) ? [manager] : [],
  )
  return [...new Set(names)]
}

const secondWriter = (order: Order): ClientId | undefined =>
  stepsOf(order).findLast(({ verb }) => verb === 'write')?.client

interface RacedField {
  /** The field as text. */
  readonly field: string
  /** Its managers before the race. */
  readonly managers: readonly string[]
}

/**
 * Says whom Apply refuses in every order, and why: another manager owns the field, or the client that wrote first. `''` where
 * the orders differ. [RA6]
 */
export function applyWords(
  outcomes: readonly (readonly [Order, Outcome])[],
  names: Readonly<Record<ClientId, string>>,
  { field, managers }: RacedField,
): string {
  const refused = outcomes.map(([order, outcome]) => ({
    order,
    who: outcome.type === 'refused' ? outcome.who.toSorted().join('') : '',
  }))
  const [first] = refused
  if (first === undefined || refused.some(({ who }) => who === '')) return ''
  if (refused.every(({ order, who }) => who === secondWriter(order)))
    return `Apply refuses in every order who writes second, because the first owns ${field} by then.`
  if (refused.some(({ who }) => who !== first.who)) return ''
  const clients: Readonly<Record<string, readonly string[]>> = { a: [names.a], b: [names.b], ab: [names.a, names.b] }
  const whom = clients[first.who] ?? []
  // A client is not refused for a field that it owns itself.
  const owners = managers.filter((manager) => whom.length > 1 || !whom.includes(manager))
  if (owners.length === 0) return ''
  const verb = owners.length === 1 ? 'owns' : 'own'
  return `Apply refuses ${whom.join(' and ')} in every order, because ${owners.join(' and ')} ${verb} ${field}.`
}
