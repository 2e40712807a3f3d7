import { own } from '#api/json.ts'
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantitySign,
  subtractQuantities,
} from '#api/quantity.ts'
import type { Amounts } from '#server/admission/plugins/parts/limit-constraints.ts'

const keep = (amounts: Amounts, isKept: (name: string, amount: string) => boolean): Amounts =>
  Object.fromEntries(Object.entries(amounts).filter(([name, amount]) => isKept(name, amount)))

/** Returns the amounts whose names are in `names`. */
export const only = (amounts: Amounts, names: ReadonlySet<string>): Amounts => keep(amounts, (name) => names.has(name))

export const withoutZeros = (amounts: Amounts): Amounts =>
  keep(amounts, (_, amount) => quantitySign(parseQuantity(amount)) !== 0)

/** Returns the names of negative amounts. */
export const negativeNames = (amounts: Amounts): readonly string[] =>
  Object.keys(keep(amounts, (_, amount) => quantitySign(parseQuantity(amount)) < 0))

/** Returns the increase from `before` to `now` per resource; never negative. */
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

/** Returns the names of the amounts that exceed `hard`. */
export const exceeding = (amounts: Amounts, hard: Amounts): ReadonlySet<string> =>
  new Set(
    Object.keys(
      keep(amounts, (name, amount) => {
        const bound = own(hard, name)
        return bound !== undefined && compareQuantities(parseQuantity(amount), parseQuantity(bound)) > 0
      }),
    ),
  )

/** Formats amounts as in error messages: `pods=1,requests.cpu=600m`. */
export const printAmounts = (amounts: Amounts): string =>
  Object.keys(amounts)
    .toSorted()
    .map((name) => `${name}=${amounts[name] ?? ''}`)
    .join(',')
