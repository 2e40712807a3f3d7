import { own } from '#api/json.ts'
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantitySign,
  subtractQuantities,
} from '#api/quantity.ts'
import type { Amounts } from './limit-constraints.ts'

const keep = (amounts: Amounts, isKept: (name: string, amount: string) => boolean): Amounts =>
  Object.fromEntries(Object.entries(amounts).filter(([name, amount]) => isKept(name, amount)))

/** Those of `amounts` that `names` has. */
export const only = (amounts: Amounts, names: ReadonlySet<string>): Amounts => keep(amounts, (name) => names.has(name))

export const withoutZeros = (amounts: Amounts): Amounts =>
  keep(amounts, (_, amount) => quantitySign(parseQuantity(amount)) !== 0)

/** Names of amounts below zero. */
export const negativeNames = (amounts: Amounts): readonly string[] =>
  Object.keys(keep(amounts, (_, amount) => quantitySign(parseQuantity(amount)) < 0))

/** What `now` has more than `before`; never less than zero. */
export const growth = (now: Amounts, before: Amounts): Amounts =>
  Object.fromEntries(
    Object.entries(now).map(([name, amount]) => {
      const difference = subtractQuantities(parseQuantity(amount), parseQuantity(own(before, name) ?? '0'))
      return [name, quantitySign(difference) < 0 ? '0' : formatQuantity(difference)]
    }),
  )

export const plus = (amounts: Amounts, more: Amounts): Amounts => {
  const all: Record<string, string> = { ...amounts }
  for (const [name, amount] of Object.entries(more)) {
    const sum = addQuantities(parseQuantity(own(all, name) ?? '0'), parseQuantity(amount))
    all[name] = formatQuantity(sum)
  }
  return all
}

/** Names of which `amounts` has more than `hard` allows. */
export const exceeding = (amounts: Amounts, hard: Amounts): ReadonlySet<string> =>
  new Set(
    Object.keys(
      keep(amounts, (name, amount) => {
        const bound = own(hard, name)
        return bound !== undefined && compareQuantities(parseQuantity(amount), parseQuantity(bound)) > 0
      }),
    ),
  )

/** As refusals show them: `pods=1,requests.cpu=600m`. */
export const printAmounts = (amounts: Amounts): string =>
  Object.keys(amounts)
    .toSorted()
    .map((name) => `${name}=${amounts[name] ?? ''}`)
    .join(',')
