/** The format in which a quantity was written; determines how it, and sums that start with it, are printed. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent'

/** An exact amount: `unscaled` times ten to the power of `exponent`. */
export interface Quantity {
  readonly unscaled: bigint
  readonly exponent: number
  readonly format: QuantityFormat
  /** The original text, where the reference keeps it unchanged. */
  readonly text?: string
}

/** The text is not a quantity; the message is the reference's. */
export class QuantityError extends Error {}

const wrongFormat = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

const decimalExponents: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
])
const decimalSuffixes = new Map([...decimalExponents].map(([suffix, exponent]) => [exponent, suffix]))
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

const INT64_MAX = 2n ** 63n - 1n
const NANO = -9
/** The int64 form of the reference holds this many decimal digits; a quantity that fits keeps its text. */
const FAST_DIGITS_MAX = 18

interface Suffix {
  readonly format: QuantityFormat
  readonly exponent: number
}

function readSuffix(suffix: string): Suffix {
  const decimal = decimalExponents.get(suffix)
  if (decimal !== undefined) return { format: 'DecimalSI', exponent: decimal }
  const binary = binarySuffixes.indexOf(suffix)
  if (binary > 0) return { format: 'BinarySI', exponent: binary * 10 }
  if (!/^[eE][-+]?[0-9]{1,18}$/.test(suffix)) throw new QuantityError("unable to parse quantity's suffix")
  // The reference truncates it to 32 bits.
  return { format: 'DecimalExponent', exponent: Number(BigInt.asIntN(32, BigInt(Number(suffix.slice(1))))) }
}

/** Sign, integer digits without leading zeros, fraction digits, suffix. */
const shape = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/

/** Short texts that were parsed before: the same few amounts are written again and again. */
const known = new Map<string, Quantity>()
const KNOWN_MAX = 1000
const KNOWN_LENGTH_MAX = 32

/**
 * Parses `500m`, `1Gi`, `2e3`. Exact at any size; fractions below a billionth are rounded away from zero.
 * @throws QuantityError with the reference's message
 */
export function parseQuantity(text: string): Quantity {
  const found = known.get(text)
  if (found !== undefined) return found
  const quantity = parseUnknown(text)
  if (text.length > KNOWN_LENGTH_MAX) return quantity
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, quantity)
  return quantity
}

function parseUnknown(text: string): Quantity {
  const { isNegative, digits, fraction, suffix } = readParts(text)
  const isFast = isFastForm(suffix, { digitCount: digits.length, fractionCount: fraction.length })
  if (!isFast && !/^[+-]?\.?[0-9]/.test(text)) throw new QuantityError('unable to parse numeric part of quantity')
  const shifted = digits + fraction
  const unscaled = isNegative ? -BigInt(shifted) : BigInt(shifted)
  if (suffix.format === 'BinarySI') {
    const amount = binaryAmount(unscaled, suffix, fraction.length)
    return isFast ? keepText(amount, (unscaled & 7n) !== 0n, text) : toSlowBinary(amount)
  }
  const exponent = suffix.exponent - fraction.length
  const amount = roundAwayFromZero({ unscaled, exponent, format: suffix.format }, NANO)
  return keepText(amount, isFast && isCanonicalDecimal(shifted, exponent), text)
}

function readParts(text: string): {
  readonly isNegative: boolean
  readonly digits: string
  readonly fraction: string
  readonly suffix: Suffix
} {
  const match = text === '' ? null : shape.exec(text)
  if (match === null) throw new QuantityError(wrongFormat)
  const [, sign, digits = '', fraction = '', suffix = ''] = match
  return { isNegative: sign === '-', digits: digits === '' ? '0' : digits, fraction, suffix: readSuffix(suffix) }
}

const isCanonicalDecimal = (shifted: string, exponent: number): boolean =>
  exponent % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0')

const keepText = (amount: Quantity, isKept: boolean, text: string): Quantity => (isKept ? { ...amount, text } : amount)

/** Reports whether the reference parses it into a 64-bit integer; only then it keeps the text. */
function isFastForm(suffix: Suffix, read: { readonly digitCount: number; readonly fractionCount: number }): boolean {
  if (suffix.format === 'BinarySI')
    return read.fractionCount === 0 && 14 - read.digitCount - Math.trunc(suffix.exponent * 0.3) >= 0
  return read.digitCount + read.fractionCount <= FAST_DIGITS_MAX && suffix.exponent - read.fractionCount >= NANO
}

const binaryAmount = (unscaled: bigint, suffix: Suffix, fractionCount: number): Quantity => ({
  unscaled: unscaled * 2n ** BigInt(suffix.exponent),
  exponent: -fractionCount,
  format: 'BinarySI',
})

function toSlowBinary(amount: Quantity): Quantity {
  const rounded = roundAwayFromZero(amount, NANO)
  const magnitude = abs(rounded)
  if (compareQuantities(magnitude, whole(INT64_MAX)) > 0)
    return { ...rounded, unscaled: rounded.unscaled < 0n ? -INT64_MAX : INT64_MAX, exponent: 0 }
  const isFraction = magnitude.unscaled > 0n && compareQuantities(magnitude, whole(1n)) < 0
  return isFraction ? { ...rounded, format: 'DecimalSI' } : rounded
}

const whole = (unscaled: bigint): Quantity => ({ unscaled, exponent: 0, format: 'DecimalSI' })
const abs = (quantity: Quantity): Quantity => ({
  ...quantity,
  unscaled: quantity.unscaled < 0n ? -quantity.unscaled : quantity.unscaled,
})

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent)

function roundAwayFromZero(quantity: Quantity, exponent: number): Quantity {
  const { unscaled, format } = quantity
  const shift = exponent - quantity.exponent
  if (shift <= 0 || unscaled === 0n) return quantity
  // The exponent exceeds the number of digits: the value is less than one unit, and rounds to one.
  if (shift > unscaled.toString().length) return { unscaled: unscaled > 0n ? 1n : -1n, exponent, format }
  const divisor = powerOfTen(shift)
  const quotient = unscaled / divisor
  const unit = unscaled > 0n ? 1n : -1n
  return { unscaled: quotient * divisor === unscaled ? quotient : quotient + unit, exponent, format }
}

export const quantitySign = (quantity: Quantity): -1 | 0 | 1 => signOf(quantity.unscaled)
const signOf = (value: bigint): -1 | 0 | 1 => (value === 0n ? 0 : value > 0n ? 1 : -1)

/** Position of the first digit, so that quantities of very different size can be compared without expanding them. */
const magnitudeOf = (quantity: Quantity): number => abs(quantity).unscaled.toString().length + quantity.exponent

export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  const sign = quantitySign(a)
  if (sign !== quantitySign(b) || sign === 0) return signOf(BigInt(sign - quantitySign(b)))
  const difference = magnitudeOf(a) - magnitudeOf(b)
  if (difference !== 0) return difference > 0 === sign > 0 ? 1 : -1
  const exponent = Math.min(a.exponent, b.exponent)
  return signOf(unscaledAt(a, exponent) - unscaledAt(b, exponent))
}

const unscaledAt = (quantity: Quantity, exponent: number): bigint =>
  quantity.unscaled * powerOfTen(quantity.exponent - exponent)

/** More digits than any meaningful sum has; a smaller summand beyond them is ignored. */
const SUM_DIGITS_MAX = 4096

/** Returns the sum in the format of `a`, or of `b` if `a` is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const format = a.unscaled === 0n ? b.format : a.format
  if (a.unscaled === 0n || b.unscaled === 0n) {
    const { unscaled, exponent } = a.unscaled === 0n ? b : a
    return { unscaled, exponent, format }
  }
  if (Math.abs(a.exponent - b.exponent) > SUM_DIGITS_MAX)
    return { ...(magnitudeOf(a) > magnitudeOf(b) ? a : b), format }
  const exponent = Math.min(a.exponent, b.exponent)
  return { unscaled: unscaledAt(a, exponent) + unscaledAt(b, exponent), exponent, format }
}

export const negateQuantity = ({ unscaled, exponent, format }: Quantity): Quantity => ({
  unscaled: -unscaled,
  exponent,
  format,
})

export const subtractQuantities = (a: Quantity, b: Quantity): Quantity => addQuantities(a, negateQuantity(b))

/**
 * Returns the quantity in units of ten to the power of `exponent` (-3: thousandths), rounded away from zero.
 * Exponents above 4096 count as 4096.
 */
export function quantityInUnits(quantity: Quantity, exponent: number): bigint {
  if (quantity.unscaled === 0n) return 0n
  const rounded = roundAwayFromZero(quantity, exponent)
  return rounded.unscaled * powerOfTen(Math.min(SUM_DIGITS_MAX, rounded.exponent - exponent))
}
/** Returns the value in whole units, rounded away from zero. */
export const quantityValue = (quantity: Quantity): bigint => quantityInUnits(quantity, 0)
/** Returns the value in thousandths, rounded away from zero. */
export const quantityMilliValue = (quantity: Quantity): bigint => quantityInUnits(quantity, -3)

/** Returns the canonical text, as the reference prints it. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text
  if (quantity.unscaled === 0n) return '0'
  const { format } = quantity
  return (format === 'BinarySI' && binaryText(quantity)) || decimalText(quantity, format)
}

/** Returns `''` if the value is printed as a decimal: small values, and those with a fraction. */
function binaryText(quantity: Quantity): string {
  if (compareQuantities(abs(quantity), whole(1024n)) < 0) return ''
  const rounded = roundAwayFromZero(quantity, 0)
  if (compareQuantities(rounded, quantity) !== 0) return ''
  let amount = unscaledAt(rounded, 0)
  let times = 0
  while (amount % 1024n === 0n) {
    amount /= 1024n
    times++
  }
  return `${amount}${binarySuffixes[times] ?? ''}`
}

function decimalText(quantity: Quantity, format: QuantityFormat): string {
  const digits = quantity.unscaled.toString().replace(/0+$/, '')
  const zeros = quantity.unscaled.toString().length - digits.length
  const exponent = quantity.exponent + zeros
  const shift = ((exponent % 3) + 3) % 3
  const number = digits + '0'.repeat(shift)
  const power = exponent - shift
  if (format === 'DecimalExponent') return power === 0 ? number : `${number}e${power}`
  return `${number}${decimalSuffixes.get(power) ?? ''}`
}

/** @throws QuantityError */
export const canonicalQuantity = (text: string): string =>
  isPlainQuantity(text) ? text : formatQuantity(parseQuantity(text))

/*
 * Plain quantities are positive whole numbers of at most 15 digits, not in thousands, with or without one of the decimal
 * suffixes from thousandths on: `500m`, `2`, `100M`. Nearly all quantities in most objects are plain. They are in
 * canonical form, and their texts answer most questions without the big integers that stand for other quantities.
 */

const plain = /^[1-9][0-9]{0,14}[mkMGTPE]?$/

/** Reports whether a text is a positive quantity in canonical form that is a multiple of a thousandth. */
export const isPlainQuantity = (text: string): boolean =>
  plain.test(text) && !text.endsWith('000', isDigit(text.charCodeAt(text.length - 1)) ? text.length : text.length - 1)

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Reports whether a plain quantity is an integer. */
export const isPlainInteger = (text: string): boolean => !text.endsWith('m')

/** Compares two plain quantities; `null` if their suffixes differ. */
export function comparePlainQuantities(a: string, b: string): -1 | 0 | 1 | null {
  const [x, y] = [suffixOf(a), suffixOf(b)]
  if (x !== y) return null
  if (a.length !== b.length) return a.length < b.length ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}

const suffixOf = (text: string): string => {
  const last = text.charCodeAt(text.length - 1)
  return isDigit(last) ? '' : String.fromCharCode(last)
}
