import { own } from '#api/json.ts'
import { formatQuantity, parseQuantity, quantityInUnits } from '#api/quantity.ts'

/** Amounts by name of resource. */
export interface Amounts {
  [name: string]: string
}

/** Sorted: the reference's order is random. */
export const amountNames = (...maps: readonly (Amounts | undefined)[]): readonly string[] =>
  [...new Set(maps.flatMap((map) => Object.keys(map ?? {})))].toSorted()

/** Amounts finer than a thousandth are rounded up to it, as every list of resources is on its way in. */
export function roundAmounts(map: Amounts | undefined | null): void {
  for (const name of Object.keys(map ?? {})) {
    const amount = own(map ?? {}, name)
    if (map && amount !== undefined) map[name] = roundAmount(amount)
  }
}

function roundAmount(text: string): string {
  const quantity = parseQuantity(text)
  if (quantity.exponent >= -3) return text
  return formatQuantity({ unscaled: quantityInUnits(quantity, -3), exponent: -3, format: quantity.format })
}
