import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantityInUnits,
  quantitySign,
  quantityValue,
} from '#api/quantity.ts'

/** Quantities as objects carry them: texts that decoding has already found well-formed. */
export const amountSign = (text: string): -1 | 0 | 1 => quantitySign(parseQuantity(text))

export const compareAmounts = (a: string, b: string): -1 | 0 | 1 =>
  compareQuantities(parseQuantity(a), parseQuantity(b))

export const addAmounts = (a: string, b: string): string =>
  formatQuantity(addQuantities(parseQuantity(a), parseQuantity(b)))

/** Whole but for what is smaller than a thousandth, which rounds up first. */
export const isWholeAmount = (text: string): boolean => quantityInUnits(parseQuantity(text), -3) % 1000n === 0n

/** A whole multiple of `unit` that is no fraction itself. */
export function isDivisibleAmount(text: string, unit: string): boolean {
  const size = unit === '' ? 0n : wholeValue(unit)
  return (
    size > 0n &&
    quantityInUnits(parseQuantity(text), -3) === quantityValue(parseQuantity(text)) * 1000n &&
    wholeValue(text) % size === 0n
  )
}

function wholeValue(text: string): bigint {
  try {
    return quantityValue(parseQuantity(text))
  } catch {
    // The unit stands in a resource's name, which nobody has parsed: what is no quantity divides nothing.
    return 0n
  }
}
