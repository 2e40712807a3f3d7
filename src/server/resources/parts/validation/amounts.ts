import {
  addQuantities,
  comparePlainQuantities,
  compareQuantities,
  formatQuantity,
  isPlainInteger,
  isPlainQuantity,
  parseQuantity,
  quantityInUnits,
  quantitySign,
  quantityValue,
} from '#api/quantity.ts'

/** Returns the sign of a quantity, a text that decoding has already validated. */
export const amountSign = (text: string): -1 | 0 | 1 => (isPlainQuantity(text) ? 1 : quantitySign(parseQuantity(text)))

export function compareAmounts(a: string, b: string): -1 | 0 | 1 {
  const order = isPlainQuantity(a) && isPlainQuantity(b) ? comparePlainQuantities(a, b) : null
  return order ?? compareQuantities(parseQuantity(a), parseQuantity(b))
}

export const addAmounts = (a: string, b: string): string =>
  formatQuantity(addQuantities(parseQuantity(a), parseQuantity(b)))

/** Reports whether a quantity is an integer after rounding up to thousandths. */
export const isWholeAmount = (text: string): boolean =>
  isPlainQuantity(text) ? isPlainInteger(text) : quantityInUnits(parseQuantity(text), -3) % 1000n === 0n

/** Reports whether a quantity is an integer multiple of `unit`. */
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
    // The unit is part of a resource name, which has not been validated: a malformed one divides nothing.
    return 0n
  }
}
