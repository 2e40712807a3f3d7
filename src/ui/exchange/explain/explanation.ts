import type { Status } from '#api/status.ts'
import { brokenCards } from './cards-broken.ts'
import { conflictCards } from './cards-conflict.ts'
import { invalidCards } from './cards-invalid.ts'
import { readCards } from './cards-read.ts'
import { requestCards } from './cards-request.ts'
import { accessCards } from './cards-access.ts'
import type { FixId } from './fix-draft.ts'

/** An explanation shown next to the server's message: what happened, the rule, the fix. */
export interface Explanation {
  /** Stable id of the card. */
  readonly id: string
  readonly what: string
  readonly rule: string
  /** Ids of the lines of docs/semantics.md that state the rule. */
  readonly ruleIds: readonly string[]
  readonly fix: string
  /** Fixes that a button can apply to the request, best first. */
  readonly fixes: readonly FixId[]
}

/** A kind of refusal and its explanation. */
export interface Card {
  readonly id: string
  /** Reports whether a Status is of this kind. */
  readonly of: (status: Status) => boolean
  readonly what: string | ((status: Status) => string)
  readonly rule: string
  readonly ruleIds: readonly string[]
  readonly fix: string
  readonly fixes?: readonly FixId[]
}

/** All cards. The first match explains a Status, so specific cards precede general ones. */
export const cards: readonly Card[] = [
  ...conflictCards,
  ...invalidCards,
  ...readCards,
  ...requestCards,
  ...accessCards,
  ...brokenCards,
]

/** Reports whether a refusal is of the values of an object: its causes are shown one by one, with their fixes. [EX7] */
export const hasFaults = (status: Status): boolean => ['invalid', 'immutable'].includes(explain(status).id)

/** Returns the card of a refusal; every Status has one. [EX1] */
export function explain(status: Status): Explanation {
  const card = cards.find((one) => one.of(status))
  if (card === undefined) throw new Error('the last card fits every Status')
  const { id, what, rule, ruleIds, fix, fixes = [] } = card
  return { id, what: typeof what === 'string' ? what : what(status), rule, ruleIds, fix, fixes }
}
