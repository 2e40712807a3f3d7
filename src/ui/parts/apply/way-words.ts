import { deepEqual, type Json } from '#api/json.ts'
import { valueWords } from '#ui/parts/managers/conflicts.ts'
import { valueAt } from '#ui/parts/managers/fields-v1.ts'
import type { AskedField } from './asked-fields.ts'
import type { Side } from './files.ts'
import type { Choice, Forecast } from './negotiate.ts'

/** Returns the choices that a pane offers: only Apply, where it conflicts with nobody. [AN2] */
export const offered = (forecasts: Readonly<Record<Choice, Forecast>>): readonly Choice[] =>
  forecasts.apply.exchange.status?.reason === 'Conflict' ? ['apply', 'force', 'give-up'] : ['apply']

/** Returns the choice that Mod+Enter carries out: Apply, or Give up where Apply would be refused. */
export const mainChoice = (forecasts: Readonly<Record<Choice, Forecast>>): Choice =>
  forecasts.apply.exchange.code < 400 ? 'apply' : 'give-up'

/** Returns the fields that an answer changes, and those of the file that it leaves as they are. */
export function effectOf(
  { exchange: { object } }: Forecast,
  fields: readonly AskedField[],
  side: Side,
): { readonly stored: readonly AskedField[]; readonly kept: readonly AskedField[] } {
  const wanted = fields.filter(({ asked }) => asked[side].mark === 'conflict' || asked[side].mark === 'new')
  const isStored = ({ steps, asked }: AskedField): boolean =>
    object !== null && deepEqual(valueAt(object, steps), asked[side].value)
  return { stored: wanted.filter(isStored), kept: wanted.filter((field) => !isStored(field)) }
}

const WORD_MAX = 24
/** Texts that YAML reads as another value, or that would look like one. */
const otherValue = /^(?:true|false|yes|no|on|off|null|~|[-+.\d].*|.*[\s"'{}[\]].*|)$/i

/** Returns a value in few characters: a text as YAML has it, without quotes where it can. */
export function plainValue(value: Json | undefined): string {
  if (typeof value !== 'string' || otherValue.test(value)) return valueWords(value)
  return value.length > WORD_MAX ? `${value.slice(0, WORD_MAX - 1)}…` : value
}

/** Returns the name of a field of the table, or the end of its path. */
export const fieldLabel = (path: string, fields: readonly AskedField[]): string =>
  fields.find((field) => field.path === path)?.label ?? /[^.[\]]+(?:\[[^\]]*\])?\.[^.[\]]+$/.exec(path)?.[0] ?? path
