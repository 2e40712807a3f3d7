import { own } from '#api/json.ts'
import { formatQuantity, isPlainQuantity, parseQuantity, quantityInUnits } from '#api/quantity.ts'

/** Quantities by resource name. */
export interface Amounts {
  [name: string]: string
}

/** Returns resource names sorted: the reference's order is random. */
export const amountNames = (...maps: readonly (Amounts | undefined)[]): readonly string[] =>
  [...new Set(maps.flatMap((map) => Object.keys(map ?? {})))].toSorted()

/** Rounds quantities up to thousandths, as decoding does for every resource list. */
export function roundAmounts(map: Amounts | undefined | null): void {
  for (const name of Object.keys(map ?? {})) {
    const amount = own(map ?? {}, name)
    if (map && amount !== undefined) map[name] = roundAmount(amount)
  }
}

function roundAmount(text: string): string {
  if (isPlainQuantity(text)) return text
  const quantity = parseQuantity(text)
  if (quantity.exponent >= -3) return text
  return formatQuantity({ unscaled: quantityInUnits(quantity, -3), exponent: -3, format: quantity.format })
}
