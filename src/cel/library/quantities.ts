import {
  addQuantities,
  compareQuantities,
  formatQuantity,
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
  constructor(quantity: Quantity) {
    super()
    this.quantity = quantity
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
    return new CelQuantity(parseQuantity(value))
  } catch (error) {
    if (error instanceof Error) return new CelFailure(error.message)
    throw error
  }
}

/** Returns the quantity as an integer; undefined if it has a fraction or does not fit 64 bits. */
function toWhole(quantity: Quantity): bigint | undefined {
  const whole = quantityInUnits(quantity, 0)
  const isWhole = compareQuantities({ unscaled: whole, exponent: 0, format: 'DecimalSI' }, quantity) === 0
  return isWhole && whole <= INT_MAX && whole >= INT_MIN ? whole : undefined
}

const of = (value: CelValue | undefined, use: (quantity: Quantity) => CelOutcome): CelOutcome =>
  value instanceof CelQuantity ? use(value.quantity) : noSuchOverload

const both = (
  a: CelValue | undefined,
  b: CelValue | undefined,
  use: (a: Quantity, b: Quantity) => CelOutcome,
): CelOutcome => of(a, (x) => of(b, (y) => use(x, y)))

const whole = (value: CelValue | undefined): Quantity => ({
  unscaled: int(value),
  exponent: 0,
  format: 'DecimalExponent',
})

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
    overload('quantity_get_int', `${TYPE}.() int`, (a) => of(a, (q) => toWhole(q) ?? notWhole)),
  ),
  fn(
    'isInteger',
    overload('quantity_is_integer', `${TYPE}.() bool`, (a) => of(a, (q) => toWhole(q) !== undefined)),
  ),
  fn(
    'add',
    overload('quantity_add', `${TYPE}.(${TYPE}) ${TYPE}`, (a, b) =>
      both(a, b, (x, y) => new CelQuantity(addQuantities(x, y))),
    ),
    overload('quantity_add_int', `${TYPE}.(int) ${TYPE}`, (a, b) =>
      of(a, (x) => new CelQuantity(addQuantities(x, whole(b)))),
    ),
  ),
  fn(
    'sub',
    overload('quantity_sub', `${TYPE}.(${TYPE}) ${TYPE}`, (a, b) =>
      both(a, b, (x, y) => new CelQuantity(subtractQuantities(x, y))),
    ),
    overload('quantity_sub_int', `${TYPE}.(int) ${TYPE}`, (a, b) =>
      of(a, (x) => new CelQuantity(subtractQuantities(x, whole(b)))),
    ),
  ),
]
