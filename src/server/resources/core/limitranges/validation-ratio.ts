import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { parseQuantity, quantityMilliValue, quantityValue } from '#api/quantity.ts'
import { compareAmounts } from '#server/resources/parts/validation/amounts.ts'

/** Above this, the value in thousandths overflows 64 bits. */
const milliValueMax = 9_223_372_036_854_775n

/** A limit/request ratio must be at least 1 and achievable between minimum and maximum. [LR3] */
export function validateRatio(
  ratio: string | undefined,
  { min, max }: { readonly min: string | undefined; readonly max: string | undefined },
  path: FieldPath,
): readonly FieldError[] {
  if (ratio === undefined) return []
  const small = compareAmounts(ratio, '1') < 0 ? [invalid(path, ratio, `ratio ${ratio} is less than 1`)] : []
  if (min === undefined || max === undefined) return small
  const reached = reach(ratio, min, max)
  if (reached.requested <= reached.possible) return small
  const possible = Number.isFinite(reached.possible) ? reached.possible.toFixed(6) : '+Inf'
  return [...small, invalid(path, ratio, `ratio ${ratio} is greater than max/min = ${possible}`)]
}

function reach(ratio: string, min: string, max: string): { readonly requested: number; readonly possible: number } {
  const quantities = [ratio, min, max].map(parseQuantity)
  const whole = quantities.map(quantityValue).map(asInt64)
  const isSmall = whole.every((value) => value < milliValueMax)
  const [requested = 0, low = 0, high = 0] = (isSmall ? quantities.map(quantityMilliValue).map(asInt64) : whole).map(
    Number,
  )
  return { requested: isSmall ? requested / 1000 : requested, possible: high / low }
}

/** The reference computes with 64 bits, and an amount that does not fit counts as zero. */
const asInt64 = (amount: bigint): bigint => (BigInt.asIntN(64, amount) === amount ? amount : 0n)
