import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  isFastQuantity,
  parseQuantity,
  quantityInUnits,
  quantitySign,
  subtractQuantities,
  type Quantity,
} from '#api/quantity.ts'
import { INT_MAX, INT_MIN } from '#cel/run/arithmetic.ts'
import { CelFailure, CelOpaque, type CelOutcome, type CelValue } from '#cel/run/value.ts'
import { celTypes, type CelType } from '#cel/cel-type.ts'
import { fn, int, noSuchOverload, overload, text, type Library } from './declare.ts'

const TYPE = 'kubernetes.Quantity'
const type = celTypes.opaque(TYPE)

/** A quantity such as `500m` or `1Gi`. */
export class CelQuantity extends CelOpaque {
  readonly type: CelType = type
  readonly quantity: Quantity
  /** True if the reference holds it as a 64-bit integer and an exponent; others count as no integers. */
  readonly isFast: boolean
  constructor(quantity: Quantity, isFast: boolean) {
    super()
    this.quantity = quantity
    this.isFast = isFast
  }
  equals(other: CelOpaque): boolean {
    return other instanceof CelQuantity && compareQuantities(this.quantity, other.quantity) === 0
  }
  override toString(): string {
    return formatQuantity(this.quantity)
  }
}

/** The value of a quantity's text, or why it is none. */
export function quantityValue(value: string): CelOutcome {
  try {
    return new CelQuantity(parseQuantity(value), isFastQuantity(value))
  } catch (error) {
    if (error instanceof Error) return new CelFailure(error.message)
    throw error
  }
}

/**
 * Returns the quantity as an integer; undefined if it does not fit 64 bits, or was written with a fraction that its
 * suffix does not outweigh: the reference does not reduce `1.0` and `1000m`.
 */
function toWhole({ quantity, isFast }: CelQuantity): bigint | undefined {
  if (!isFast || quantity.exponent < 0) return undefined
  const whole = quantityInUnits(quantity, 0)
  return whole <= INT_MAX && whole >= INT_MIN ? whole : undefined
}

const of = (value: CelValue | undefined, use: (quantity: Quantity) => CelOutcome): CelOutcome =>
  value instanceof CelQuantity ? use(value.quantity) : noSuchOverload

const both = (
  a: CelValue | undefined,
  b: CelValue | undefined,
  use: (a: Quantity, b: Quantity) => CelOutcome,
): CelOutcome => of(a, (x) => of(b, (y) => use(x, y)))

const combined =
  (combine: (a: Quantity, b: Quantity) => Quantity) =>
  (a: CelValue | undefined, b: CelValue | undefined): CelOutcome =>
    a instanceof CelQuantity && b instanceof CelQuantity
      ? new CelQuantity(combine(a.quantity, b.quantity), a.isFast && b.isFast)
      : noSuchOverload

const [sum, difference] = [combined(addQuantities), combined(subtractQuantities)]

const whole = (value: CelValue | undefined): CelQuantity =>
  new CelQuantity({ unscaled: int(value), exponent: 0, format: 'DecimalExponent' }, true)

const notWhole = new CelFailure('cannot convert value to integer')

/** Resource quantities. */
export const quantityLibrary: Library = [
  fn(
    'quantity',
    overload('string_to_quantity', `(string) ${TYPE}`, (a) => quantityValue(text(a))),
  ),
  fn(
    'isQuantity',
    overload('is_quantity_string', '(string) bool', (a) => quantityValue(text(a)) instanceof CelQuantity),
  ),
  fn(
    'sign',
    overload('quantity_sign', `(${TYPE}) int`, (a) => of(a, (q) => BigInt(quantitySign(q)))),
  ),
  fn(
    'isGreaterThan',
    overload('quantity_is_greater_than', `${TYPE}.(${TYPE}) bool`, (a, b) =>
      both(a, b, (x, y) => compareQuantities(x, y) === 1),
    ),
  ),
  fn(
    'isLessThan',
    overload('quantity_is_less_than', `${TYPE}.(${TYPE}) bool`, (a, b) =>
      both(a, b, (x, y) => compareQuantities(x, y) === -1),
    ),
  ),
  fn(
    'compareTo',
    overload('quantity_compare_to', `${TYPE}.(${TYPE}) int`, (a, b) =>
      both(a, b, (x, y) => BigInt(compareQuantities(x, y))),
    ),
  ),
  fn(
    'asApproximateFloat',
    overload('quantity_get_float', `${TYPE}.() double`, (a) => of(a, (q) => Number(`${q.unscaled}e${q.exponent}`))),
  ),
  fn(
    'asInteger',
    overload('quantity_get_int', `${TYPE}.() int`, (a) =>
      a instanceof CelQuantity ? (toWhole(a) ?? notWhole) : noSuchOverload,
    ),
  ),
  fn(
    'isInteger',
    overload('quantity_is_integer', `${TYPE}.() bool`, (a) =>
      a instanceof CelQuantity ? toWhole(a) !== undefined : noSuchOverload,
    ),
  ),
  fn(
    'add',
    overload('quantity_add', `${TYPE}.(${TYPE}) ${TYPE}`, sum),
    overload('quantity_add_int', `${TYPE}.(int) ${TYPE}`, (a, b) => sum(a, whole(b))),
  ),
  fn(
    'sub',
    overload('quantity_sub', `${TYPE}.(${TYPE}) ${TYPE}`, difference),
    overload('quantity_sub_int', `${TYPE}.(int) ${TYPE}`, (a, b) => difference(a, whole(b))),
  ),
]
